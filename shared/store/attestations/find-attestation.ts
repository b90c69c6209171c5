import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import type { Attestation as ShownAttestation, Envelope } from '#shared/doors/attestations.ts'

import { Attestation } from './attestation.entity.ts'

/** Finds an attestation that is public, or this owner's; null for any other. */
export async function findAttestation(em: EntityManager, owner: string, id: string): Promise<ShownAttestation | null> {
  const found = await em.findOne(Attestation, { id, $or: [{ visibility: 'public' }, { owner }] })
  return found === null ? null : shown(found)
}

/** Finds what an owner attested with the same content in the last 24 hours, unless it was revoked. */
export async function findSame(
  em: EntityManager,
  owner: string,
  contentDigest: string,
): Promise<ShownAttestation | null> {
  const found = await em.findOne(
    Attestation,
    { owner, contentDigest, issuedAt: { $gt: fragment`now() - interval '24 hours'` }, revokedAt: null },
    { orderBy: { issuedAt: 'desc' } },
  )
  return found === null ? null : shown(found)
}

const shown = (attestation: Attestation): ShownAttestation => ({
  id: attestation.id,
  // Safe: only an envelope's JSON is ever stored.
  envelope: JSON.parse(attestation.envelope) as Envelope,
  agentId: attestation.agentId,
  claim: attestation.claim,
  aboutAgent: attestation.aboutAgent ?? null,
  credential: attestation.credential,
  agentSignature: attestation.agentSignature ?? null,
  issuedAt: attestation.issuedAt.toISOString(),
  expiresAt: attestation.expiresAt?.toISOString() ?? null,
  revokedAt: attestation.revokedAt?.toISOString() ?? null,
  index: Number(attestation.logIndex),
  rootThen: Buffer.from(attestation.logRoot).toString('hex'),
})
