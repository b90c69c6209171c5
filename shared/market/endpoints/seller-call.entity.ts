import { defineEntity, p } from '@mikro-orm/core'

const SellerCallSchema = defineEntity({
  name: 'SellerCall',
  tableName: 'seller_call',
  properties: {
    callId: p.uuid().primary(),
    endpointId: p.uuid(),
    versionId: p.uuid(),
    sellerId: p.uuid(),
    payer: p.text(),
    price: p.bigint().check('price > 0'),
    share: p.bigint(),
    state: p.enum(['open', 'answered', 'failed', 'void'] as const).default('open'),
    runMs: p.float().nullable(),
    isFair: p.boolean().nullable(),
    openedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'seller_call_of_endpoint', properties: ['endpointId', 'endedAt'], where: 'ended_at is not null' },
    { name: 'seller_call_open', properties: ['sellerId'], where: "state = 'open'" },
    { name: 'seller_call_to_judge', properties: ['endedAt'], where: 'ended_at is not null and is_fair is null' },
  ],
  checks: [
    { name: 'seller_call_ended', expression: "(state = 'open') = (ended_at is null)" },
    { name: 'seller_call_share', expression: 'share > 0 and share <= price' },
  ],
})

/**
 * One paid call of a seller's endpoint: who paid, what the seller gets of it (micro-USDC, settled when the call is
 * accepted), and how it ended: `answered` and paid, `failed` by the seller's fault, or `void` by anybody else's. Triggers
 * on `call` write it, in the statements that accept and end the call. `payer` is the wallet with its network, or the
 * account of a prepaid key. A call counts for the quality that is shown once it was judged fair: it was not paid by its
 * seller.
 */
export class SellerCall extends SellerCallSchema.class {}
SellerCallSchema.setClass(SellerCall)
