import { defineEntity, p } from '@mikro-orm/core'

const TrialClaimSchema = defineEntity({
  name: 'TrialClaim',
  tableName: 'trial_claim',
  properties: {
    id: p.uuid().primary(),
    agentHash: p.blob().nullable(),
    fingerprint: p.blob(),
    ipHash: p.blob(),
    blockHash: p.blob().nullable(),
    withAgent: p.boolean(),
    serviceKeyId: p.uuid(),
    claimedAt: p.datetime().defaultRaw('now()'),
  },
})

/** A granted trial. Stores only keyed hashes of agent id, fingerprint, address and network. */
export class TrialClaim extends TrialClaimSchema.class {}
TrialClaimSchema.setClass(TrialClaim)
