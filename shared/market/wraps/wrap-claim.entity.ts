import { defineEntity, p } from '@mikro-orm/core'

const WrapClaimSchema = defineEntity({
  name: 'WrapClaim',
  tableName: 'wrap_claim',
  properties: {
    id: p.uuid().primary(),
    wrapId: p.uuid().extra('references wrap (id)'),
    purchaseId: p.uuid().extra('references purchase (id)'),
    userId: p.uuid().extra('references market_user (id)'),
    wallet: p.text().check('length(wallet) between 32 and 44'),
    slot: p.bigint('number').check('slot >= 0'),
    generation: p.integer().check('generation > 0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'wrap_claim_once', properties: ['purchaseId', 'generation'] }],
})

/**
 * A claim by which the licence of a wrapped purchase moved to the account whose wallet held the token in a final block,
 * at `slot`. The key of the licence with `generation` is the claimant's; earlier ones are void. Never changed.
 */
export class WrapClaim extends WrapClaimSchema.class {}
WrapClaimSchema.setClass(WrapClaim)
