import { defineEntity, p } from '@mikro-orm/core'

const OutcomeStatSchema = defineEntity({
  name: 'OutcomeStat',
  tableName: 'outcome_stat',
  properties: {
    slug: p.text().primary(),
    day: p.date().primary(),
    calls: p.bigint().defaultRaw('0'),
    paidCalls: p.bigint().defaultRaw('0'),
    succeeded: p.bigint().defaultRaw('0'),
    capturedMicro: p.bigint().defaultRaw('0'),
    releasedMicro: p.bigint().defaultRaw('0'),
    msHistogram: p.array().columnType('bigint[]').defaultRaw('array_fill(0::bigint, array[16])'),
    lastCalledAt: p.datetime().nullable(),
  },
})

/** What was called of an outcome on one day, counted from the call rows by housekeeping. */
export class OutcomeStat extends OutcomeStatSchema.class {}
OutcomeStatSchema.setClass(OutcomeStat)
