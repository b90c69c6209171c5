import { defineEntity, p } from '@mikro-orm/core'

const EntrySchema = defineEntity({
  name: 'Entry',
  tableName: 'entry',
  properties: {
    transferId: p.bigint().primary(),
    accountId: p.bigint().primary(),
    amount: p.bigint(),
    currency: p.text().default('usdc'),
  },
})

/** One side of a transfer, in micro-USDC. The entries of a transfer sum to zero. Immutable. */
export class Entry extends EntrySchema.class {}
EntrySchema.setClass(Entry)
