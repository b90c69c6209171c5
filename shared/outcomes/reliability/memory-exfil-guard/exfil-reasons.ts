import { type Check, type Decision, type Finding, worstOf } from '#shared/engines/guard/verdict.ts'
import type { Destination } from './destination.ts'
import type { ExfilFinding, ExfilKind, ExfilInput } from './exfil-verdict.ts'
import { SHORTEST_RECODED } from './find-canaries.ts'
import type { DecodedLayer } from './scan-piece.ts'

/** What each kind asks for at this destination. */
function decisionOf(finding: ExfilFinding, { policy = {} }: ExfilInput, destination: Destination): Decision {
  const { kind, confidence, severity } = finding
  if (kind === 'secret' || kind === 'canary') {
    if (confidence === 'low') return 'review'
    const wanted = kind === 'secret' ? (policy.secrets ?? 'block') : 'block'
    return destination.allowed === true && wanted === 'block' ? 'require_confirm' : wanted
  }
  if (kind === 'pii') return policy.pii ?? 'review'
  if (kind === 'internal_ref') return policy.internal_hosts ?? 'review'
  if (kind === 'bulk_data') return 'require_confirm'
  if (kind === 'exfil_channel') return severity === 'high' ? 'block' : 'review'
  return 'review'
}

const sentences: Record<ExfilKind, string> = {
  secret: 'a credential',
  pii: 'personal data',
  canary: 'a string that must not leave this memory',
  encoded_blob: 'more encoded data than the policy permits',
  exfil_channel: 'a channel that carries data out unseen',
  internal_ref: 'a name or address of an internal network',
  bulk_data: 'many records at once',
}

const nextOf: Partial<Record<Decision, string>> = {
  block: 'Do not send this content; send the copy that mode "redact" returns, or take the findings out.',
  require_confirm: 'Ask a human to confirm that this content may go to this destination.',
  review: 'Look at the findings; send the copy that mode "redact" returns unless they belong there.',
}

export function exfilReasons(
  found: readonly ExfilFinding[],
  input: ExfilInput,
  destination: Destination,
  isWhole: boolean,
): Finding[] {
  const groups = new Map<string, { first: ExfilFinding; count: number; decision: Decision }>()
  for (const finding of found) {
    const decision = decisionOf(finding, input, destination)
    const key = `${finding.kind}.${finding.rule_id}.${decision}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { first: finding, count: 1, decision })
    else group.count += 1
  }
  const findings = [...groups.values()].map(({ first, count, decision }): Finding => ({
    decision,
    code: `${first.kind}.${first.rule_id}`,
    severity: decision === 'allow' ? 'info' : first.severity,
    message: `The content holds ${sentences[first.kind]} (${first.rule_id}${count > 1 ? `, ${count} times` : ''}).`,
    path: first.path,
    evidence: { preview: first.preview, start: first.start, end: first.end, count },
    next: nextOf[decision],
  }))
  if (destination.allowed === false) {
    findings.push({
      decision: 'review',
      code: 'destination_not_listed',
      message: 'The destination is not on the list of allowed destinations.',
      path: '/destination',
      next: 'Add the destination to allowed_destinations if it is meant, or send the content elsewhere.',
    })
  }
  if (!isWhole)
    findings.push({
      decision: 'review',
      code: 'too_many_values',
      severity: 'medium',
      message: 'The content has more strings, or more in one string, than are looked at; the rest was not scanned.',
      path: '/content',
    })
  return findings
}

export function exfilChecks(
  found: readonly ExfilFinding[],
  input: ExfilInput,
  destination: Destination,
  { isWhole, layers, references }: { isWhole: boolean; layers: readonly DecodedLayer[]; references: readonly string[] },
): Check[] {
  const of = (kind: ExfilKind) => found.filter((one) => one.kind === kind).length
  const check = (id: string, kind: ExfilKind): Check => ({
    id,
    status: of(kind) > 0 ? 'fail' : 'pass',
    detail: `${of(kind)} found.`,
  })
  const worst = worstOf(found.map((one) => decisionOf(one, input, destination)))
  return [
    check('secrets', 'secret'),
    check('personal_data', 'pii'),
    references.length === 0
      ? { id: 'canaries', status: 'skipped', detail: 'memory_refs was not given.' }
      : { ...check('canaries', 'canary'), detail: canaryDetail(references, of('canary')) },
    check('channels', 'exfil_channel'),
    {
      id: 'encoded',
      status: of('encoded_blob') > 0 ? 'warn' : 'pass',
      detail: `${layers.length} encoded parts were looked into.`,
    },
    check('internal_references', 'internal_ref'),
    check('bulk', 'bulk_data'),
    destinationCheck(input, destination, worst),
    {
      id: 'coverage',
      status: isWhole ? 'pass' : 'warn',
      detail: isWhole
        ? 'Every string was looked at.'
        : 'Only the first 50,000 strings were looked at, and 20,000 findings of a kind in each.',
    },
  ]
}

/** What was looked for, and in which forms it was not. */
function canaryDetail(references: readonly string[], found: number): string {
  const short = references.filter(({ length }) => length < SHORTEST_RECODED).length
  const said = `${references.length} strings looked for; ${found} found.`
  return short === 0
    ? said
    : `${said} ${short} shorter than ${SHORTEST_RECODED} characters were not looked for encoded, reversed or spelled out.`
}

function destinationCheck(input: ExfilInput, { allowed, external }: Destination, worst: Decision): Check {
  if (input.destination === undefined)
    return {
      id: 'destination',
      status: worst === 'allow' ? 'skipped' : 'warn',
      detail: 'destination was not given; treated as unknown and outside.',
    }
  if (allowed === null)
    return {
      id: 'destination',
      status: 'skipped',
      detail: `allowed_destinations was not given; the destination is ${external ? 'outside' : 'inside'}.`,
    }
  return {
    id: 'destination',
    status: allowed ? 'pass' : 'warn',
    detail: allowed ? 'The destination is on the list.' : 'The destination is not on the list.',
  }
}

/** Counts by kind; kinds that were not found count 0. */
export const countByKind = (found: readonly ExfilFinding[]): Record<ExfilKind, number> => {
  const counts: Record<ExfilKind, number> = {
    secret: 0,
    pii: 0,
    canary: 0,
    encoded_blob: 0,
    exfil_channel: 0,
    internal_ref: 0,
    bulk_data: 0,
  }
  for (const { kind } of found) counts[kind] += 1
  return counts
}
