import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import type { Anchors } from './anchors.ts'
import type { Contradiction, Poison, Tamper, MemoryInput } from './integrity-verdict.ts'

/** Double ids and clocks that run backwards are odd, and may be nobody's doing. */
export const isOdd = (code: Tamper['code']) => code === 'duplicate_id' || code === 'time_regression'

type Facts = {
  tampered: readonly Tamper[]
  poisoning: readonly Poison[]
  contradictions: readonly Contradiction[]
  isAnchored: boolean
  anchors: Anchors
  weak: readonly string[]
  unverifiable: readonly string[]
  badKey: boolean
}

export function memoryReasons({
  tampered,
  poisoning,
  contradictions,
  isAnchored,
  anchors,
  weak,
  badKey,
  unverifiable,
}: Facts): Finding[] {
  const findings: Finding[] = []
  for (const code of new Set(tampered.map((one) => one.code))) {
    const all = tampered.filter((one) => one.code === code)
    findings.push({
      decision: isOdd(code) ? 'review' : 'block',
      code,
      severity: isOdd(code) ? 'medium' : 'critical',
      message: `${all.length} ${all.length === 1 ? 'entry' : 'entries'}: ${all[0]?.detail ?? ''}`,
      path: `/entries/${all[0]?.index ?? 0}`,
      evidence: { ids: all.slice(0, 20).map(({ id }) => id) },
      next: isOdd(code)
        ? 'Find out how it came about, then check again.'
        : 'Do not use this memory; restore the last trusted state and find out who changed it.',
    })
  }
  for (const severity of ['high', 'medium'] as const) {
    const all = poisoning.filter((one) => one.severity === severity)
    if (all.length > 0)
      findings.push({
        decision: severity === 'high' ? 'block' : 'review',
        code: 'poisoning',
        severity,
        message: `${all.length} ${all.length === 1 ? 'entry gives' : 'entries give'} orders to whoever reads the memory.`,
        path: '/entries',
        evidence: all.slice(0, 20),
        next: 'Take these entries out of the memory, and find out where they came from.',
      })
  }
  if (contradictions.length > 0)
    findings.push({
      decision: 'review',
      code: 'contradiction',
      severity: 'low',
      message: `${contradictions.length} ${contradictions.length === 1 ? 'thing has' : 'things have'} different values in different entries.`,
      path: '/entries',
      evidence: contradictions.slice(0, 20),
      next: 'Ask which value holds, and write it once.',
    })
  if (badKey)
    findings.push({
      decision: 'review',
      code: 'unreadable_key',
      severity: 'medium',
      message: 'public_key could not be read, so no signature was checked.',
      path: '/public_key',
      next: 'Send a PEM, a JWK as JSON, or 32 bytes of Ed25519 in hex or base64.',
    })
  if (!isAnchored)
    findings.push({
      decision: 'review',
      code: 'no_anchor',
      severity: 'low',
      message: 'There is no hash, signature or earlier state to check against: this is a first baseline, not a proof.',
      path: '/entries',
      next: 'Keep next_state somewhere the agent cannot write, and send it as previous, expected_head or expected_root next time.',
    })
  else if (!anchors.isPinned && tampered.length === 0 && unverifiable.length === 0 && anchors.since.length === 0)
    findings.push({
      decision: 'allow',
      code: 'end_not_pinned',
      severity: 'info',
      message: 'Hashes agree, but nothing trusted says where the list ends: entries cut off at the end would not show.',
      path: '/expected_head',
    })
  if (anchors.since.length > 0)
    findings.push({
      decision: 'review',
      code: 'added_since_head',
      severity: 'low',
      message: `${anchors.since.length} entries were added after the trusted head.`,
      path: '/entries',
      evidence: { ids: anchors.since.slice(0, 20) },
      next: 'Read the new entries, then keep the new head.',
    })
  if (weak.length > 0)
    findings.push({
      decision: 'review',
      code: 'weak_hash',
      severity: 'low',
      message: `${weak.length} hashes cover the content only: id, time, author and order could be changed unseen.`,
      path: '/entries',
      evidence: { ids: weak.slice(0, 20) },
      next: 'Store the hashes of next_state instead.',
    })
  return findings
}

export function memoryChecks(
  input: MemoryInput,
  { tampered, poisoning, contradictions, isAnchored, badKey, anchors }: Facts,
): Check[] {
  const of = (...codes: Tamper['code'][]) => tampered.filter(({ code }) => codes.includes(code)).length
  const check = (id: string, given: boolean, missing: string, bad: number): Check =>
    given
      ? { id, status: bad > 0 ? 'fail' : 'pass', detail: `${bad} found.` }
      : { id, status: 'skipped', detail: missing }
  return [
    check(
      'hashes',
      input.entries.some(({ hash }) => hash !== undefined),
      'No entry has a hash.',
      of('content_hash_mismatch'),
    ),
    check(
      'links',
      input.entries.some(({ prev_hash }) => typeof prev_hash === 'string'),
      'No entry has a prev_hash.',
      of('chain_break', 'reordered', 'inserted'),
    ),
    check(
      'head',
      input.expected_head !== undefined,
      'expected_head was not given.',
      anchors.tampered.filter(({ code }) => code === 'missing').length,
    ),
    check(
      'root',
      input.expected_root !== undefined,
      'expected_root was not given.',
      anchors.tampered.filter(({ code }) => code === 'content_hash_mismatch').length,
    ),
    check(
      'previous',
      input.previous !== undefined,
      'previous was not given.',
      of('missing', 'content_hash_mismatch', 'reordered', 'inserted'),
    ),
    badKey
      ? { id: 'signatures', status: 'warn', detail: 'public_key could not be read.' }
      : check('signatures', input.public_key !== undefined, 'public_key was not given.', of('bad_signature')),
    {
      id: 'anchor',
      status: isAnchored ? 'pass' : 'warn',
      detail: isAnchored ? 'There is something to check against.' : 'There is nothing to check against.',
    },
    input.scan_content === false
      ? { id: 'content', status: 'skipped', detail: 'scan_content is false.' }
      : {
          id: 'content',
          status: poisoning.length > 0 ? 'fail' : contradictions.length > 0 ? 'warn' : 'pass',
          detail: `${poisoning.length} poisoned, ${contradictions.length} contradictions.`,
        },
  ]
}
