import { editDistance } from '#shared/lib/names/edit-distance.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import type { Check, Decision, Finding } from '#shared/engines/guard/verdict.ts'
import { clip, isObject, ownValue } from '#shared/engines/json/json-value.ts'
import { scanTexts } from '#shared/engines/mcp/scan-texts.ts'
import { canonicalContract } from './canonical-contract.ts'
import type { Contract } from './canonical-contract.ts'
import { changeRules, pinRuleset } from './change.rules.ts'
import { diffContracts, showValue } from './diff-contracts.ts'
import type { Change } from './diff-contracts.ts'
import type { ContractKind, PinVerdict } from './pin-verdict.ts'

export type PinQuestion = {
  contract: unknown
  pinned_hash?: string | undefined
  pinned_contract?: unknown
  kind?: ContractKind | 'auto' | undefined
  allow?: readonly string[] | undefined
}

const MOST = 100
const severityOf = { block: 'high', require_confirm: 'medium', review: 'low', allow: 'info' } as const
const next: Record<Decision, string> = {
  block: 'Do not call it; have the new contract read and pinned by a human first.',
  require_confirm: 'Have a human read the change and confirm it, then store the new pin.',
  review: 'Have the change looked at, then store the new pin.',
  allow: 'Store the new pin.',
}

/** Judges whether a contract is still the one that was accepted. `now` is the moment a new pin is dated with. */
export function judgePin(question: PinQuestion, now: Date): PinVerdict {
  const contract = canonicalContract(question.contract, question.kind ?? 'auto')
  const accepted =
    question.pinned_contract === undefined
      ? null
      : canonicalContract(question.pinned_contract, question.kind ?? contract.kind)
  const pinned = question.pinned_hash?.toLowerCase().replace(/^sha256:/, '') ?? accepted?.hash ?? null
  const isFirst = pinned === null
  const isSame = pinned === contract.hash
  const changedItems = accepted === null ? [] : itemChanges(accepted, contract)
  const read = accepted === null || isSame ? [] : changesOf(accepted, contract, changedItems).map(weighed)
  const suspicious = isFirst ? textFindings(contract.canonical, '') : []
  const findings: Finding[] = read.slice(0, MOST).map(({ code, path, before, after, found }) => {
    const rule: { decision: Decision; message: string; isRugPull?: true } = changeRules[code]
    const isAllowed = rule.isRugPull !== true && (question.allow ?? []).includes(code)
    const decision = isAllowed ? 'allow' : rule.decision
    const evidence = {
      change: code,
      before: showValue(before),
      after: showValue(after),
      ...(found.length === 0 ? {} : { injection_findings: found }),
    }
    return {
      decision,
      severity: rule.isRugPull === true ? 'critical' : severityOf[decision],
      code: rule.isRugPull === true ? 'rug_pull' : code,
      message: rule.message,
      path,
      evidence,
      next: next[decision],
    }
  })
  if (!isFirst && !isSame && accepted === null)
    findings.push({
      decision: 'require_confirm',
      code: 'hash_mismatch',
      message: 'The contract is not the one that was pinned; without pinned_contract nobody can say what changed.',
      path: '/pinned_hash',
      evidence: { expected: pinned, actual: contract.hash },
      next: 'Send the accepted contract as pinned_contract for a diff, or have a human read this one and pin it.',
    })
  if (accepted !== null && question.pinned_hash !== undefined && accepted.hash !== pinned)
    findings.push({
      decision: 'require_confirm',
      code: 'pin_inconsistent',
      message: 'pinned_contract does not have the hash pinned_hash.',
      path: '/pinned_contract',
      evidence: { expected: pinned, actual: accepted.hash },
      next: 'Find out which of the two was accepted.',
    })
  for (const one of suspicious.slice(0, 20))
    findings.push({
      decision: 'review',
      severity: 'medium',
      code: 'suspicious_text',
      message: 'A text of the contract looks like orders to the model that reads it.',
      path: one.path,
      evidence: { code: one.code, excerpt: one.excerpt },
      next: 'Have the contract read by a human before it is pinned.',
    })
  for (const name of contract.shadowed.slice(0, 20))
    findings.push({
      decision: 'require_confirm',
      severity: 'high',
      code: 'shadowed_item',
      message: `More than one tool is called ${clip(name, 100)}.`,
      path: '/contract',
      next: 'Find out which tool is called under this name.',
    })

  const texts = read.filter(({ isText }) => isText)
  const isRugPull = read.some(({ code }) => 'isRugPull' in changeRules[code])
  return {
    ...conclude({
      input: question,
      ruleset: pinRuleset,
      findings,
      checks: checks(),
      proceed: isFirst ? 'Store the pin, and send its hash next time.' : 'Call it; the contract is the accepted one.',
    }),
    hash: contract.hash,
    canonical_bytes: Buffer.byteLength(contract.text),
    matches_pin: isFirst ? null : isSame,
    pin: {
      hash: contract.hash,
      kind: contract.kind,
      per_item: Object.fromEntries([...contract.items].map(([name, { hash }]) => [name, hash])),
      created_at: now.toISOString(),
    },
    changed_items: [
      ...changedItems,
      ...contract.shadowed.map((name) => ({
        name,
        status: 'shadowed' as const,
        hash_before: accepted?.items.get(name)?.hash ?? null,
        hash_after: contract.items.get(name)?.hash ?? null,
      })),
    ],
    changes: read.map(({ code, path, before, after }) => {
      const { decision, breaking } = changeRules[code]
      return {
        code,
        path,
        severity: 'isRugPull' in changeRules[code] ? ('critical' as const) : severityOf[decision],
        breaking_for: breaking,
        before: showValue(before),
        after: showValue(after),
      }
    }),
    text_changes: texts.slice(0, MOST).map(({ path, before, after, found }) => ({
      path,
      before_excerpt: typeof before === 'string' ? clip(before, 300) : null,
      after_excerpt: typeof after === 'string' ? clip(after, 300) : '',
      injection_findings: found,
    })),
    rug_pull_risk: isRugPull
      ? 'high'
      : texts.length > 0 || suspicious.length > 0 || (!isFirst && !isSame && accepted === null)
        ? 'low'
        : 'none',
  }

  function checks(): Check[] {
    const given = isFirst
      ? 'pinned_hash and pinned_contract were not given'
      : isSame
        ? 'the hash is the pinned one'
        : 'the hash is not the pinned one'
    return [
      { id: 'hash', status: isFirst ? 'skipped' : isSame ? 'pass' : 'fail', detail: given },
      accepted === null
        ? { id: 'diff', status: 'skipped', detail: 'pinned_contract was not given' }
        : {
            id: 'diff',
            status: read.length === 0 ? 'pass' : 'warn',
            detail: `${read.length} change(s), read as ${contract.kind}`,
          },
      isFirst
        ? {
            id: 'texts',
            status: suspicious.length > 0 ? 'warn' : 'pass',
            detail: `${suspicious.length} text(s) look like orders`,
          }
        : { id: 'texts', status: isRugPull ? 'fail' : 'pass', detail: `${texts.length} changed text(s)` },
    ]
  }
}

function itemChanges(before: Contract, after: Contract): PinVerdict['changed_items'] {
  return [...new Set([...before.items.keys(), ...after.items.keys()])].flatMap((name) => {
    const [was, is] = [before.items.get(name)?.hash ?? null, after.items.get(name)?.hash ?? null]
    if (was === is) return []
    return [
      {
        name,
        status: was === null ? ('added' as const) : is === null ? ('removed' as const) : ('changed' as const),
        hash_before: was,
        hash_after: is,
      },
    ]
  })
}

/** Item by item, so that a tool that moved in its list has not changed; what stands outside of items too. */
function changesOf(before: Contract, after: Contract, items: PinVerdict['changed_items']): Change[] {
  const found = items.flatMap(({ name, status }): Change[] => {
    const [was, is] = [before.items.get(name), after.items.get(name)]
    if (status === 'added') return [{ code: 'item_added', path: is?.path ?? '', before: undefined, after: is?.value }]
    if (status === 'removed')
      return [{ code: 'item_removed', path: was?.path ?? '', before: was?.value, after: undefined }]
    return diffContracts(was?.value, is?.value, is?.path ?? '', after.kind === 'json_schema')
  })
  if (after.kind !== 'openapi' || !isObject(before.canonical) || !isObject(after.canonical)) return found
  const rest = (value: Readonly<Record<string, unknown>>) => ({
    ...value,
    ...(ownValue(value, 'paths') === undefined ? {} : { paths: null }),
  })
  return after.items.size === 1 && after.items.has('openapi')
    ? found
    : [...found, ...diffContracts(rest(before.canonical), rest(after.canonical), '')]
}

type Weighed = Change & { isText: boolean; found: { code: string; excerpt: string }[] }

/** A change with what its new texts try; a correction of less than 5 percent is told from a rewriting. */
function weighed(change: Change): Weighed {
  const { code, path, before, after } = change
  if (
    code === 'context_requested' ||
    code === 'item_removed' ||
    after === undefined ||
    typeof after === 'number' ||
    typeof after === 'boolean'
  )
    return { ...change, isText: code === 'text_changed', found: [] }
  const old = new Set(textFindings(before, path).map((one) => one.code))
  const key = path.slice(path.lastIndexOf('/') + 1)
  const found = textFindings(typeof after === 'string' ? { [key]: after } : after, path).filter(
    (one) => typeof before !== 'string' || !old.has(one.code),
  )
  const plain = found.map(({ code: id, excerpt }) => ({ code: id, excerpt }))
  if (plain.length > 0) return { ...change, code: 'text_injected', isText: true, found: plain }
  const isTypo =
    code === 'text_changed' && typeof before === 'string' && typeof after === 'string' && isCorrection(before, after)
  return { ...change, code: isTypo ? 'text_edited' : code, isText: code === 'text_changed', found: [] }
}

const orders = new Set([
  'tool_poisoning',
  'suspicious_text',
  'hidden_characters',
  'result_tampering',
  'covert_collection',
  'offensive_capability',
])

const textFindings = (value: unknown, path: string) =>
  scanTexts(typeof value === 'string' ? { description: value } : value, '', path)
    .filter(({ code }) => orders.has(code))
    .map(({ code, path: place, excerpt }) => ({ code, path: place ?? path, excerpt: clip(excerpt ?? '', 200) }))

function isCorrection(before: string, after: string): boolean {
  let head = 0
  while (head < before.length && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < Math.min(before.length, after.length) - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const most = Math.max(before.length, after.length) * 0.05
  if (Math.abs(was.length - is.length) > most || Math.max(was.length, is.length) > 1_000) return false
  return editDistance(was, is, Math.ceil(most)) < most
}
