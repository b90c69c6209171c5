import { instantOf } from '#shared/engines/guard/instant.ts'
import { type Check, conclude, type Finding, type Verdict } from '#shared/engines/guard/verdict.ts'
import { PAYLOAD_TYPE, subjectOf } from '#shared/engines/attestation/statement.ts'
import type { ReadEnvelope } from '#shared/engines/attestation/verify-envelope.ts'

const RULESET = 'attest-verify/2026-11-20'

/** What is known of an attestation of ours; null for a foreign envelope. */
export type OwnEntry = {
  index: number
  treeSize: number
  included: boolean
  consistent: boolean
  headSigned: boolean
  revokedAt: string | null
  credential: string
}

export type ToJudge = {
  input: {
    subject?: unknown
    expected?:
      | { agent_id?: string | undefined; claim?: string | undefined; about_agent?: string | undefined }
      | undefined
  }
  envelope: ReadEnvelope
  /** Null when there was no key to check the signature with. */
  signed: boolean | null
  ownService: boolean
  own: OwnEntry | null
  nowMs: number
}

/** Everything that speaks for or against an attestation, in the words of a guard. Pure. */
export function judgeAttestation({ input, envelope, signed, ownService, own, nowMs }: ToJudge) {
  const { statement } = envelope
  const predicate = statement?.predicate ?? {}
  const findings: Finding[] = []
  const checks: Check[] = []
  const check = (id: string, status: Check['status'], detail: string, finding?: Omit<Finding, 'message'>) => {
    checks.push({ id, status, detail })
    if (finding !== undefined) findings.push({ ...finding, message: detail })
  }
  const fail = (id: string, detail: string, code: string, path?: string) =>
    check(id, 'fail', detail, {
      decision: 'block',
      code,
      severity: 'critical',
      path,
      next: 'Do not rely on this attestation.',
    })

  const isKnownType = envelope.payloadType === PAYLOAD_TYPE && statement !== null
  if (isKnownType) check('payload_type', 'pass', 'an in-toto Statement v1')
  else fail('payload_type', 'the payload is no in-toto Statement v1', 'unknown_payload', '/envelope/payloadType')

  if (signed === true) check('signature', 'pass', ownService ? 'made with our key' : 'made with the key that was given')
  else if (signed === false)
    fail('signature', 'no signature fits the payload and the key', 'bad_signature', '/envelope/signatures')
  else {
    check('signature', 'skipped', 'public_key was not given, and the key is none of ours', {
      decision: 'review',
      code: 'unverifiable',
      severity: 'medium',
      path: '/public_key',
      next: 'Get the signer’s public key from a source you trust, and send it as public_key.',
    })
  }

  const match = subjectMatch(input.subject, statement)
  if (match === null) check('subject_digest', 'skipped', 'subject was not given')
  else if (match) check('subject_digest', 'pass', 'the subject has the attested digest')
  else fail('subject_digest', 'the subject is not the one that was attested', 'subject_mismatch', '/subject')

  if (own === null) {
    check('log_inclusion', 'skipped', 'not in the log of this service')
    check('tree_head_signature', 'skipped', 'not in the log of this service')
  } else {
    const inLog = own.included && own.consistent
    if (inLog)
      check('log_inclusion', 'pass', `leaf ${own.index} of ${own.treeSize}, and the log continues the earlier one`)
    else fail('log_inclusion', 'the log does not prove this leaf', 'log_broken')
    check(
      'tree_head_signature',
      own.headSigned ? 'pass' : 'skipped',
      own.headSigned ? 'the newest tree head is signed by us' : 'nobody could sign the tree head',
    )
  }

  const expires = instantOf(predicate['expires_at'])
  if (expires === null) check('expiry', 'pass', 'it has no end')
  else if (expires > nowMs) check('expiry', 'pass', `it ends ${new Date(expires).toISOString()}`)
  else {
    check('expiry', 'warn', `it ended ${new Date(expires).toISOString()}`, {
      decision: 'review',
      code: 'expired',
      severity: 'medium',
      next: 'Ask the agent for a new attestation.',
    })
  }

  if (own === null) check('revocation', 'skipped', 'only attestations of this service can be looked up')
  else if (own.revokedAt === null) check('revocation', 'pass', 'not revoked')
  else fail('revocation', `its issuer took it back at ${own.revokedAt}`, 'revoked')

  for (const name of ['agent_id', 'claim', 'about_agent'] as const) {
    const wanted = input.expected?.[name]
    if (wanted === undefined) continue
    if (predicate[name] === wanted) check(`expected_${name}`, 'pass', `${name} is as expected`)
    else fail(`expected_${name}`, `${name} is another one than expected`, 'unexpected', `/expected/${name}`)
  }
  if (own?.credential === 'trial') {
    findings.push({
      decision: 'allow',
      code: 'trial_issuer',
      message: 'A trial key stands behind this attestation, which costs nothing to get.',
    })
  }
  const verdict: Verdict = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks,
    proceed: 'Rely on it as far as you trust its issuer.',
  })
  return { verdict, valid: signed === true && !findings.some(({ decision }) => decision === 'block'), match }
}

function subjectMatch(subject: unknown, statement: ReadEnvelope['statement']): boolean | null {
  if (subject === undefined) return null
  // Safe: every JSON value that is no text is hashed by its canonical form.
  const { sha256 } = subjectOf(subject as string | Record<string, unknown>).digest
  return (statement?.subject ?? []).some((one: unknown) => digestIn(one) === sha256)
}

function digestIn(subject: unknown): unknown {
  if (typeof subject !== 'object' || subject === null || !('digest' in subject)) return undefined
  const { digest } = subject
  return typeof digest === 'object' && digest !== null && 'sha256' in digest ? digest.sha256 : undefined
}
