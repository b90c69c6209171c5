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

/** A granted trial. Only keyed hashes of the agent id, the fingerprint and the address are kept. */
export class TrialClaim extends TrialClaimSchema.class {}
TrialClaimSchema.setClass(TrialClaim)
