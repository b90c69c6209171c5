import { defineEntity, p } from '@mikro-orm/core'

const CardRefundSchema = defineEntity({
  name: 'CardRefund',
  tableName: 'card_refund',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().extra('references card_payment (purchase_id)'),
    amountCents: p.integer().check('amount_cents > 0'),
    state: p.enum(['asked', 'made', 'failed'] as const).default('asked'),
    refundId: p.text().unique().nullable().check('length(refund_id) <= 255'),
    askedBy: p.enum(['seller', 'operator', 'platform'] as const),
    reason: p.text().nullable().check('length(reason) <= 500'),
    problem: p.text().nullable().check('length(problem) <= 200'),
    tries: p.integer().default(0),
    lookAt: p.datetime().nullable().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'card_refund_of_purchase', properties: ['purchaseId'] },
    { name: 'card_refund_to_send', properties: ['lookAt'], where: 'look_at is not null' },
  ],
  uniques: [{ name: 'card_refund_one_asked', properties: ['purchaseId'], where: "state = 'asked'" }],
  checks: [
    { name: 'card_refund_asked', expression: "(state = 'asked') = (look_at is not null)" },
    { name: 'card_refund_made', expression: "state <> 'made' or refund_id is not null" },
  ],
})

/**
 * A refund of a card payment that somebody here asked for: written first, then asked of the processor under a key made of
 * its id until the processor has answered. One at a time is asked for.
 */
export class CardRefund extends CardRefundSchema.class {}
CardRefundSchema.setClass(CardRefund)
