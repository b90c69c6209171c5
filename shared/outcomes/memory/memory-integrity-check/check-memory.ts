import { inputDigest } from '#shared/engines/guard/input-digest.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import { injectionRuleset } from '#shared/engines/injection/rules.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { maskSecrets } from '#shared/engines/secrets/mask-secrets.ts'
import { type Anchors, anchorsOf } from './anchors.ts'
import { checkChain } from './chain.ts'
import { comparePrevious } from './compare-previous.ts'
import { findContradictions } from './contradictions.ts'
import { canonicalEntry, entryHash, type Entry, runningHead, treeRoot } from './entry-hash.ts'
import { checkSignatures } from './entry-signatures.ts'
import type { IntegrityVerdict, Poison, Tamper, MemoryInput } from './integrity-verdict.ts'
import { isOdd, memoryReasons, memoryChecks } from './memory-reasons.ts'
import { provenanceOf } from './provenance.ts'

type Mode = IntegrityVerdict['integrity']['mode']

const MAX_POISON = 200
/** Characters of one entry that are read. */
const MAX_READ = 200_000

/** Checks a memory against its own hashes and whatever anchors are given, and looks at what it says. */
export function checkMemory(input: MemoryInput): IntegrityVerdict {
  // What has no canonical form cannot be hashed; it is refused before anything is.
  inputDigest(input)
  const { entries } = input
  const mode = modeOf(input)
  const chain = checkChain(entries, mode === 'chain')
  const compared = input.previous === undefined ? null : comparePrevious(entries, input.previous)
  const signatures = input.public_key === undefined ? null : checkSignatures(entries, input.public_key)
  const root = treeRoot(entries.map(canonicalEntry))
  const head = chain.isLinked ? (chain.hashes.at(-1) ?? null) : runningHead(entries.map(entryHash))
  const anchors = anchorsOf(input, { head, root, hashes: chain.hashes, isLinked: chain.isLinked })
  const tampered = sorted([
    ...chain.tampered,
    ...(compared?.tampered ?? []),
    ...(signatures?.tampered ?? []),
    ...anchors.tampered,
    ...orderIn(entries),
  ])
  const scans = input.scan_content !== false
  const poisoning = scans ? poisonIn(entries) : []
  const contradictions = scans ? findContradictions(entries) : []
  const hasHash = entries.some(
    ({ hash, signature }) => hash !== undefined || (signature !== undefined && signatures !== null),
  )
  const isAnchored = hasHash || anchors.isPinned || compared !== null
  const unverifiable = isAnchored
    ? uncovered(input, chain.weak, signatures?.signed ?? new Set(), anchors)
    : entries.map(({ id }) => id)
  const serious = tampered.filter(({ code }) => !isOdd(code))
  const state = {
    head: head ?? '0'.repeat(64),
    root,
    entries: entries.map((entry) => ({ id: entry.id, hash: entryHash(entry) })),
  }
  const facts = {
    tampered,
    poisoning,
    contradictions,
    isAnchored,
    anchors,
    weak: chain.weak,
    unverifiable,
    badKey: input.public_key !== undefined && signatures === null,
  }
  const verdict = conclude({
    input,
    ruleset: injectionRuleset,
    findings: memoryReasons(facts),
    checks: memoryChecks(input, facts),
    proceed: 'Use the memory; keep next_state for the next check.',
  })
  return {
    ...verdict,
    integrity: {
      mode,
      verified: isAnchored && serious.length === 0 && !facts.badKey,
      head,
      root,
      first_bad_index: tampered.length === 0 ? null : Math.min(...tampered.map(({ index }) => index)),
      unverifiable,
    },
    tampered,
    diff: compared?.diff ?? null,
    poisoning,
    contradictions,
    provenance: provenanceOf(entries),
    next_state: state,
  }
}

function modeOf({ mode, entries, expected_head, expected_root, previous }: MemoryInput): Mode {
  if (mode !== undefined && mode !== 'auto') return mode
  if (expected_head !== undefined || entries.some(({ prev_hash }) => typeof prev_hash === 'string' && prev_hash !== ''))
    return 'chain'
  if (expected_root !== undefined) return 'merkle'
  return previous !== undefined ? 'snapshot' : entries.some(({ hash }) => hash !== undefined) ? 'chain' : 'snapshot'
}

function orderIn(entries: readonly Entry[]): Tamper[] {
  const seen = new Set<string>()
  let latest = -Infinity
  return entries.flatMap((entry, index): Tamper[] => {
    const found: Tamper[] = []
    if (seen.has(entry.id))
      found.push({ id: entry.id, index, code: 'duplicate_id', detail: 'Another entry has the same id.' })
    seen.add(entry.id)
    const at = typeof entry.ts === 'number' ? entry.ts : Date.parse(entry.ts ?? '')
    if (at < latest)
      found.push({ id: entry.id, index, code: 'time_regression', detail: 'The entry is older than one before it.' })
    if (at > latest) latest = at
    return found
  })
}

const sorted = (tampered: readonly Tamper[]): Tamper[] =>
  [...new Map(tampered.map((one) => [`${one.id} ${one.index} ${one.code}`, one])).values()].sort(
    (a, b) => a.index - b.index,
  )

function uncovered(
  { entries, previous, expected_root }: MemoryInput,
  weak: readonly string[],
  signed: ReadonlySet<string>,
  { since }: Anchors,
): string[] {
  const known = new Set(previous?.map(({ id }) => id))
  return entries
    .filter(
      ({ id, hash }) =>
        since.includes(id) ||
        ((hash === undefined || weak.includes(id)) && !signed.has(id) && !known.has(id) && expected_root === undefined),
    )
    .map(({ id }) => id)
}

function poisonIn(entries: readonly Entry[]): Poison[] {
  const found: Poison[] = []
  for (const entry of entries) {
    const text = typeof entry.content === 'string' ? entry.content : JSON.stringify(entry.content ?? '')
    const { decision, findings } = scanForInjection(text.slice(0, MAX_READ), { source: 'memory' })
    const [worst] = findings
    if (text.length > MAX_READ)
      found.push({
        id: entry.id,
        rule: 'unread',
        severity: 'medium',
        excerpt: `only ${MAX_READ} of ${text.length} characters were read`,
      })
    if (decision === 'allow' || worst === undefined) continue
    found.push({
      id: entry.id,
      rule: worst.rule_id,
      severity: decision === 'block' ? 'high' : 'medium',
      excerpt: maskSecrets(worst.excerpt),
    })
    if (found.length >= MAX_POISON) break
  }
  return found
}
