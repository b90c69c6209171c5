import { defineEntity, p } from '@mikro-orm/core'

const CardEventSchema = defineEntity({
  name: 'CardEvent',
  tableName: 'card_event',
  properties: {
    id: p.text().primary().check('length(id) between 1 and 255'),
    type: p.text().check('length(type) <= 100'),
    intentId: p.text().nullable().check('length(intent_id) <= 255'),
    livemode: p.boolean(),
    account: p.text().nullable().check('length(account) <= 255'),
    happenedAt: p.datetime(),
    state: p.enum(['waiting', 'parked', 'done', 'ignored', 'quarantined'] as const).default('waiting'),
    reason: p.text().nullable().check('length(reason) <= 200'),
    tries: p.integer().default(0),
    lookAt: p.datetime().nullable().defaultRaw('now()'),
    receivedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'card_event_due', properties: ['lookAt'], where: 'look_at is not null' },
    { name: 'card_event_old', properties: ['receivedAt'], where: 'look_at is null' },
    {
      name: 'card_event_open',
      properties: ['intentId'],
      where: "state in ('waiting', 'parked')",
    },
    { name: 'card_event_quarantined', properties: ['receivedAt'], where: "state = 'quarantined'" },
  ],
  checks: [
    { name: 'card_event_looked', expression: "(look_at is not null) = (state in ('waiting', 'parked'))" },
    { name: 'card_event_why', expression: "state <> 'quarantined' or reason is not null" },
  ],
})

/**
 * An event of the card processor, once each. It only says that something changed: the state is read again at the
 * processor, so nothing else of it is kept. `parked` waits for what has to come first, such as the success before a
 * refund; `quarantined` is not ours or not as agreed, and waits for an operator.
 */
export class CardEvent extends CardEventSchema.class {}
CardEventSchema.setClass(CardEvent)
