import { defineEntity, p } from '@mikro-orm/core'

const CardDisputeSchema = defineEntity({
  name: 'CardDispute',
  tableName: 'card_dispute',
  properties: {
    id: p.text().primary().check('length(id) <= 255'),
    purchaseId: p.uuid().extra('references card_payment (purchase_id)'),
    amountCents: p.integer().check('amount_cents >= 0'),
    feeCents: p.integer(),
    reason: p.text().check('length(reason) <= 100'),
    status: p.text().check('length(status) <= 50'),
    respondBy: p.datetime().nullable(),
    openedAt: p.datetime(),
    seenAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'card_dispute_of_purchase', properties: ['purchaseId'] },
    {
      name: 'card_dispute_open',
      properties: ['respondBy'],
      where: "status in ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review')",
    },
  ],
})

/** A dispute of a card payment, as it was read last at the processor, with its status there. Evidence is sent there too. */
export class CardDispute extends CardDisputeSchema.class {}
CardDisputeSchema.setClass(CardDispute)
