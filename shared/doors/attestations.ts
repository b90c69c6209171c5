import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

/** A DSSE envelope (github.com/secure-systems-lab/dsse). */
export type Envelope = {
  payloadType: string
  /** Base64 of the signed bytes. */
  payload: string
  signatures: { keyid: string; sig: string }[]
}

/** Where an attestation stands in the log and the proof of it (RFC 6962); hashes in hex. */
export type LogEntry = { index: number; leafHash: string; treeSize: number; root: string; inclusionProof: string[] }

export type AttestationToAppend = {
  id: string
  agentId: string
  claim: string
  aboutAgent: string | null
  rating: number | null
  visibility: 'public' | 'private'
  /** What tells one statement of an agent from another, without time and nonce. */
  contentDigest: string
  envelope: Envelope
  agentSignature: string | null
  issuedAt: string
  expiresAt: string | null
  /** The attestation this one takes back. */
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

/** An append-only log of attestations. What is appended once for a call stays for ever. */
export type AttestationsDoor = {
  /** What this service knows of whoever pays: the kind of credential, and a short name that is nobody's. */
  issuer: () => Promise<{ credential: string; owner_tag: string }>
  /** What tells this statement from every other; the same at every attempt at the call. */
  nonce: string
  /** What the caller attested in the last 24 h with the same content, or what this very call appended before. */
  findSame: (contentDigest: string) => Promise<Attestation | null>
  append: (attestation: AttestationToAppend) => Promise<Attestation>
  /** A public one, or the caller's own; null for every other. */
  find: (id: string) => Promise<Attestation | null>
  /** The proof against the newest tree, and whether that tree continues the one the attestation was appended to. */
  prove: (attestation: Attestation) => Promise<LogEntry & { consistent: boolean; included: boolean }>
}

/** The settlement process, which alone holds our signing key. */
export type SigningDoor = {
  /** Without a trailing slash. */
  baseUrl: string
  /** Our public keys, the current one first. Throws `unavailable` (503) while they are not to be had. */
  keys: () => Promise<readonly { kid: string; x: string }[]>
  /** Signs a payload as DSSE. Throws `unavailable` (503), uncharged, when nobody can sign. */
  envelope: (payloadType: EnvelopeType, payload: string) => Promise<Envelope>
  /** Signs a statement of one of our profiles. Throws `unavailable` (503), uncharged, when nobody can sign. */
  statement: (statement: SignedStatement) => Promise<StatementSignature>
}

export const ENVELOPE_TYPES = ['application/vnd.in-toto+json', 'application/vnd.farebox.tree-head+json'] as const
export type EnvelopeType = (typeof ENVELOPE_TYPES)[number]
