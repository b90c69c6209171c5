import { defineEntity, p } from '@mikro-orm/core'

const ReputationEvidenceSchema = defineEntity({
  name: 'ReputationEvidence',
  tableName: 'reputation_evidence',
  properties: {
    id: p.text().primary(),
    agentId: p.text(),
    kind: p.enum(['settled', 'delivered', 'attested', 'dispute_open', 'dispute_lost', 'dispute_won'] as const),
    rating: p.smallint().nullable().check('rating between 1 and 5'),
    counterparty: p.text(),
    cluster: p.text().nullable(),
    byAgent: p.text().nullable(),
    isTrial: p.boolean().default(false),
    at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'reputation_evidence_agent', properties: ['agentId', 'at'] },
    { name: 'reputation_evidence_by', properties: ['byAgent', 'agentId'], where: 'by_agent is not null' },
  ],
  checks: [
    { name: 'reputation_evidence_attested_has_rating', expression: "(kind = 'attested') = (rating is not null)" },
  ],
})

/**
 * Evidence on an agent from one action of a credential. `cluster` groups counterparties that are really one. The id
 * names the action (`attestation:att_...`), so that it is counted once.
 */
export class ReputationEvidence extends ReputationEvidenceSchema.class {}
ReputationEvidenceSchema.setClass(ReputationEvidence)
