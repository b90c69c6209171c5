import { defineEntity, p } from '@mikro-orm/core'

const DroppedMonthSchema = defineEntity({
  name: 'DroppedMonth',
  tableName: 'dropped_month',
  properties: {
    name: p.text().primary(),
    until: p.datetime(),
    calls: p.bigint(),
    amount: p.bigint().check('amount >= 0'),
    carriedId: p.bigint().nullable(),
    droppedAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'dropped_month_carried_id', properties: ['carriedId'], where: 'carried_id is not null' }],
  checks: [{ name: 'dropped_month_carried_when', expression: '(carried_id is not null) = (amount > 0)' }],
})

/** A month of calls that was dropped: its partition, how many calls it had, and the transfer that carries forward what the journals moved that went with it. */
export class DroppedMonth extends DroppedMonthSchema.class {}
DroppedMonthSchema.setClass(DroppedMonth)
