import { defineEntity, p } from '@mikro-orm/core'

const SolanaQuoteSchema = defineEntity({
  name: 'SolanaQuote',
  tableName: 'solana_quote',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid().extra('references solana_order (id)'),
    microUsdPerSol: p.bigint().check('micro_usd_per_sol > 0'),
    validUntil: p.datetime(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'solana_quote_of_order', properties: ['orderId', 'validUntil'] }],
})

/** A price of SOL at which an order may be paid until `validUntil`, in millionths of a dollar. Never changed. */
export class SolanaQuote extends SolanaQuoteSchema.class {}
SolanaQuoteSchema.setClass(SolanaQuote)
