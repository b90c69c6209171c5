import { defineEntity, p } from '@mikro-orm/core'

const SellerEndpointStatSchema = defineEntity({
  name: 'SellerEndpointStat',
  tableName: 'seller_endpoint_stat',
  properties: {
    endpointId: p.uuid().primary().extra('references seller_endpoint (id)'),
    calls: p.integer().default(0),
    answered: p.integer().default(0),
    failed: p.integer().default(0),
    payers: p.integer().default(0),
    medianMs: p.float().nullable(),
    tailMs: p.float().nullable(),
    quality: p.float().default(0),
    countedAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * How a seller's endpoint did in the last 30 days, from fair calls alone. `calls` are those that ended as answered or
 * failed; `payers` are distinct; `medianMs` and `tailMs` are the 50th and 95th percentile of what was answered. `quality`,
 * from 0 to 1, is the lower bound of the share of payers who were answered: every payer has one vote, however often it
 * called.
 */
export class SellerEndpointStat extends SellerEndpointStatSchema.class {}
SellerEndpointStatSchema.setClass(SellerEndpointStat)
