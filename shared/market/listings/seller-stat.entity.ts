import { defineEntity, p } from '@mikro-orm/core'

const SellerStatSchema = defineEntity({
  name: 'SellerStat',
  tableName: 'seller_stat',
  properties: {
    userId: p.uuid().primary().extra('references market_user (id)'),
    salesCount: p.integer().default(0),
    salesCents: p.bigint('number').defaultRaw('0'),
    ratingSum: p.integer().default(0),
    ratingCount: p.integer().default(0),
  },
})

/** Totals of a seller's listings, updated with every sale and every rating. */
export class SellerStat extends SellerStatSchema.class {}
SellerStatSchema.setClass(SellerStat)
