import { defineEntity, p } from '@mikro-orm/core'

const MarketUsageSchema = defineEntity({
  name: 'MarketUsage',
  tableName: 'market_usage',
  properties: {
    accountId: p.uuid().primary().extra('references market_user (id)'),
    listings: p.integer().default(0),
    drafts: p.integer().default(0),
    versions: p.integer().default(0),
    contentBytes: p.bigint('number').defaultRaw('0'),
    mediaBytes: p.bigint('number').defaultRaw('0'),
  },
})

/** Storage that an account and its agents use in the marketplace. Database triggers keep the counters. */
export class MarketUsage extends MarketUsageSchema.class {}
MarketUsageSchema.setClass(MarketUsage)
