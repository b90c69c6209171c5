import { defineEntity, p } from '@mikro-orm/core'

const TrialClaimSchema = defineEntity({
  name: 'TrialClaim',
  tableName: 'trial_claim',
  properties: {
    id: p.uuid().primary(),
    agentHash: p.blob().unique().nullable(),
    fingerprint: p.blob().unique(),
    ipHash: p.blob(),
    blockHash: p.blob().nullable(),
    withAgent: p.boolean(),
    serviceKeyId: p.uuid().extra('references service_key (id)'),
    claimedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'trial_claim_ip', properties: ['ipHash', 'claimedAt'] },
    { name: 'trial_claim_time', properties: ['claimedAt'] },
  ],
})

/** A granted trial. Stores only keyed hashes of agent id, fingerprint, address and network. */
export class TrialClaim extends TrialClaimSchema.class {}
TrialClaimSchema.setClass(TrialClaim)
