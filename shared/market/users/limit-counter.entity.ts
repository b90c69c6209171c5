import { defineEntity, p } from '@mikro-orm/core'

const LimitCounterSchema = defineEntity({
  name: 'LimitCounter',
  tableName: 'limit_counter',
  properties: {
    name: p.text().primary(),
    who: p.blob().primary(),
    startedAt: p.datetime().defaultRaw('now()'),
    endsAt: p.datetime(),
    taken: p.integer(),
  },
  indexes: [{ name: 'limit_counter_end', properties: ['endsAt'] }],
})

/** How much of a limit was used in the current window (consume-rate-limit.ts). */
export class LimitCounter extends LimitCounterSchema.class {}
LimitCounterSchema.setClass(LimitCounter)
