import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

/** A DSSE envelope (github.com/secure-systems-lab/dsse). */
export type Envelope = {
  payloadType: string
  /** Base64 of the signed bytes. */
  payload: string
  signatures: { keyid: string; sig: string }[]
}

/** The position of an attestation in the log and its inclusion proof (RFC 6962). Hashes are hex. */
export type LogEntry = { index: number; leafHash: string; treeSize: number; root: string; inclusionProof: string[] }

export type AttestationToAppend = {
  id: string
  agentId: string
  claim: string
  aboutAgent: string | null
  rating: number | null
  visibility: 'public' | 'private'
  /** Digest that identifies a statement of an agent, without time and nonce. */
  contentDigest: string
  envelope: Envelope
  agentSignature: string | null
  issuedAt: string
  expiresAt: string | null
  /** The id of the attestation that this one revokes. */
  revokes: string | null
}

export type Attestation = {
  id: string
  envelope: Envelope
  agentId: string
  claim: string
  aboutAgent: string | null
  credential: string
  agentSignature: string | null
  issuedAt: string
  expiresAt: string | null
  revokedAt: string | null
  index: number
  /** The root of the log when this was its newest leaf. */
  rootThen: string
}

/** An append-only log of attestations. Appending is idempotent per call; entries are never removed. */
export type AttestationsDoor = {
  /** Returns what the service knows about the payer: the kind of credential, and a short opaque tag. */
  issuer: () => Promise<{ credential: string; owner_tag: string }>
  /** Makes this statement unique; the same on every attempt at the call. */
  nonce: string
  /**
   * Returns what the caller attested with the same content in the last 24 h, or what this call appended on an earlier
   * attempt.
   */
  findSame: (contentDigest: string) => Promise<Attestation | null>
  append: (attestation: AttestationToAppend) => Promise<Attestation>
  /** Returns a public attestation, or one of the caller's own; null for any other. */
  find: (id: string) => Promise<Attestation | null>
  /**
   * Returns the proof against the newest tree, and whether that tree is consistent with the one the attestation was
   * appended to.
   */
  prove: (attestation: Attestation) => Promise<LogEntry & { consistent: boolean; included: boolean }>
}

/** The settlement process, which alone holds the signing key. */
export type SigningDoor = {
  /** Without a trailing slash. */
  baseUrl: string
  /** Our public keys, the current one first. Throws `unavailable` (503) when they cannot be read. */
  keys: () => Promise<readonly { kid: string; x: string }[]>
  /** Signs a payload as DSSE. Throws `unavailable` (503), uncharged, when signing is not possible. */
  envelope: (payloadType: EnvelopeType, payload: string) => Promise<Envelope>
  /** Signs a statement of one of our profiles. Throws `unavailable` (503), uncharged, when signing is not possible. */
  statement: (statement: SignedStatement) => Promise<StatementSignature>
}

export const ENVELOPE_TYPES = ['application/vnd.in-toto+json', 'application/vnd.farebox.tree-head+json'] as const
export type EnvelopeType = (typeof ENVELOPE_TYPES)[number]
