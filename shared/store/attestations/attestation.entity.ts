import { defineEntity, p } from '@mikro-orm/core'

const AttestationSchema = defineEntity({
  name: 'Attestation',
  tableName: 'attestation',
  properties: {
    id: p.text().primary(),
    logIndex: p.bigint().unique(),
    leafHash: p.blob(),
    logRoot: p.blob(),
    owner: p.text(),
    credential: p.text(),
    agentId: p.text(),
    claim: p.text(),
    aboutAgent: p.text().nullable(),
    rating: p.smallint().nullable(),
    visibility: p.enum(['public', 'private'] as const),
    contentDigest: p.text(),
    envelope: p.text(),
    agentSignature: p.text().nullable(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})

/**
 * A signed statement and its place in the log. The database refuses to change or delete it, except for the time it was
 * revoked.
 */
export class Attestation extends AttestationSchema.class {}
AttestationSchema.setClass(Attestation)
