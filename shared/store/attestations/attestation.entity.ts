import { defineEntity, p } from '@mikro-orm/core'

const AttestationSchema = defineEntity({
  name: 'Attestation',
  tableName: 'attestation',
  properties: {
    id: p.text().primary(),
    logIndex: p.bigint().unique().check('log_index >= 0'),
    leafHash: p.blob().check('octet_length(leaf_hash) = 32'),
    logRoot: p.blob().check('octet_length(log_root) = 32'),
    owner: p.text(),
    credential: p.text(),
    agentId: p.text(),
    claim: p.text(),
    aboutAgent: p.text().nullable(),
    rating: p.smallint().nullable().check('rating between 1 and 5'),
    visibility: p.enum(['public', 'private'] as const),
    contentDigest: p.text(),
    envelope: p.text(),
    agentSignature: p.text().nullable(),
    issuedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'attestation_about',
      properties: ['aboutAgent', 'issuedAt'],
      where: "about_agent is not null and visibility = 'public'",
    },
    { name: 'attestation_by', properties: ['agentId', 'issuedAt'] },
    { name: 'attestation_same', properties: ['owner', 'contentDigest', 'issuedAt'] },
  ],
})

/**
 * A signed statement and its place in the log. The database refuses to change or delete it, except for the time it was
 * revoked.
 */
export class Attestation extends AttestationSchema.class {}
AttestationSchema.setClass(Attestation)
