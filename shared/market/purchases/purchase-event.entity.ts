import { defineEntity, p } from '@mikro-orm/core'

import { DELIVERY_STATES, PURCHASE_STATES } from './purchase.entity.ts'

const PurchaseEventSchema = defineEntity({
  name: 'PurchaseEvent',
  tableName: 'purchase_event',
  properties: {
    purchaseId: p.uuid().primary().extra('references purchase (id)'),
    nth: p.integer().primary().check('nth > 0'),
    at: p.datetime().defaultRaw('now()'),
    event: p.text(),
    actor: p.enum(['buyer', 'seller', 'platform', 'operator'] as const),
    reason: p.text().nullable().check('length(reason) <= 500'),
    status: p.enum(PURCHASE_STATES),
    deliveryStatus: p.enum(DELIVERY_STATES),
  },
})

/** A row of a purchase's timeline: what happened, who did it, and the states afterwards. Never changed. */
export class PurchaseEvent extends PurchaseEventSchema.class {}
PurchaseEventSchema.setClass(PurchaseEvent)
