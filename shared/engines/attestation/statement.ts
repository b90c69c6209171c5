import { canonicalJson, digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { isEd25519Signed, keyHex } from '#shared/lib/crypto/ed25519.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** An in-toto Statement v1 as this service makes it. */
export type Statement = {
  _type: typeof STATEMENT_TYPE
  subject: { name: string; digest: { sha256: string } }[]
  predicateType: string
  predicate: Record<string, unknown>
}

export type Claim = {
  agent_id: string
  subject: string | Record<string, unknown>
  claim: string
  predicate?: Record<string, unknown> | undefined
  about_agent?: string | undefined
  rating?: number | undefined
  expires_at?: string | undefined
  visibility: 'public' | 'private'
}

/**
 * Builds the subject of a claim: a named digest as given, anything else by the SHA-256 of its text or its RFC 8785
 * form.
 */
export function subjectOf(subject: string | Record<string, unknown>): Statement['subject'][number] {
  if (typeof subject === 'string') return { name: 'text', digest: { sha256: sha256Hex(subject) } }
  const { name, digest } = subject
  const sha256 = typeof digest === 'object' && digest !== null && 'sha256' in digest ? digest.sha256 : undefined
  if (typeof name === 'string' && typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256)) {
    return { name: name.slice(0, 500), digest: { sha256: sha256.toLowerCase() } }
  }
  return { name: 'json', digest: { sha256: digestOf(subject) } }
}

/** Digest that identifies the content of an agent's statement, independent of when it is made. */
export const contentDigestOf = ({ agent_id, subject, ...claim }: Claim): string =>
  digestOf([agent_id, subjectOf(subject), claim])

/** The statement that is signed. What is attested is that the holder of this credential said so at this time. */
export function statementOf(
  claim: Claim,
  made: { baseUrl: string; issuedAt: string; nonce: string; issuer: { credential: string; owner_tag: string } },
): Statement {
  const { agent_id, about_agent, rating, expires_at, visibility, predicate } = claim
  return {
    _type: STATEMENT_TYPE,
    subject: [subjectOf(claim.subject)],
    predicateType: `${made.baseUrl}/attest/v1/${encodeURIComponent(claim.claim)}`,
    predicate: {
      agent_id,
      claim: claim.claim,
      issued_at: made.issuedAt,
      nonce: made.nonce,
      issuer: { ...made.issuer, is_trial: made.issuer.credential === 'trial' },
      visibility,
      ...(about_agent === undefined ? {} : { about_agent }),
      ...(rating === undefined ? {} : { rating }),
      ...(expires_at === undefined ? {} : { expires_at }),
      ...(predicate === undefined ? {} : { evidence: predicate }),
    },
  }
}

/** The bytes that are signed, as text. */
export const payloadOf = (statement: Statement): string => canonicalJson(statement)

/** An attestation's id: what anyone can make of its envelope. */
export const attestationId = (envelope: unknown): string => `att_${digestOf(envelope).slice(0, 24)}`

/**
 * The agent's own signature, when `predicate.agent_signature` carries one that holds: `{public_key, signature}`, Ed25519
 * over `attest-v1`, agent_id, claim and the subject's sha256, joined by line feeds. Null otherwise.
 */
export function counterSignature(claim: Claim): string | null {
  const given = claim.predicate?.['agent_signature']
  if (typeof given !== 'object' || given === null) return null
  const { public_key, signature } = { public_key: '', signature: '', ...given }
  if (typeof public_key !== 'string' || typeof signature !== 'string') return null
  const key = keyHex(public_key)
  const message = ['attest-v1', claim.agent_id, claim.claim, subjectOf(claim.subject).digest.sha256].join('\n')
  return key !== null && isEd25519Signed(key, signature, message) ? signature : null
}
