import { isoUtc } from '#shared/db/iso-utc.ts'
import type { Attestation, Envelope } from '#shared/doors/attestations.ts'

export type AttestationRow = {
  id: string
  envelope: string
  agent_id: string
  claim: string
  about_agent: string | null
  credential: string
  agent_signature: string | null
  issued: string
  expires: string | null
  revoked: string | null
  log_index: string
  root_then: string
}

export const ATTESTATION_COLUMNS = `
id, envelope, agent_id, claim, about_agent, credential, agent_signature, ${isoUtc('issued_at')} as issued, ${isoUtc('expires_at')} as expires,
${isoUtc('revoked_at')} as revoked, log_index, encode(log_root, 'hex') as root_then`

export const attestationOf = (row: AttestationRow): Attestation => ({
  id: row.id,
  // Safe: only an envelope's JSON is ever stored.
  envelope: JSON.parse(row.envelope) as Envelope,
  agentId: row.agent_id,
  claim: row.claim,
  aboutAgent: row.about_agent,
  credential: row.credential,
  agentSignature: row.agent_signature,
  issuedAt: row.issued,
  expiresAt: row.expires,
  revokedAt: row.revoked,
  index: Number(row.log_index),
  rootThen: row.root_then,
})
