import { defineEntity, p } from '@mikro-orm/core'

const CommerceDaySchema = defineEntity({
  name: 'CommerceDay',
  tableName: 'commerce_day',
  properties: {
    userId: p.uuid().primary().extra('references market_user (id)'),
    role: p.enum(['buyer', 'seller'] as const).primary(),
    day: p.date().primary(),
    slot: p.smallint().primary().check('slot between 0 and 7'),
    opened: p.integer().default(0),
    paid: p.integer().default(0),
    delivered: p.integer().default(0),
    refunded: p.integer().default(0),
    grossCents: p.bigint('number').defaultRaw('0'),
    feeCents: p.bigint('number').defaultRaw('0'),
    netCents: p.bigint('number').defaultRaw('0'),
    refundedCents: p.bigint('number').defaultRaw('0'),
    owed: p.bigint().defaultRaw('0'),
  },
})

/**
 * What a user bought or sold on a day (UTC). Triggers of `purchase` and `payable` write it, so summaries read no
 * purchases. A seller's day is spread over eight slots, so that sales at once do not wait for one row. Fees and net
 * amounts are those that remain after refunds. `owed` is how much the open payables grew that day, in micro-USDC: its
 * sum over all days is what is not paid out yet.
 */
export class CommerceDay extends CommerceDaySchema.class {}
CommerceDaySchema.setClass(CommerceDay)
