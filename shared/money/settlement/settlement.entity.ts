import { defineEntity, p } from '@mikro-orm/core'

const SettlementSchema = defineEntity({
  name: 'Settlement',
  tableName: 'settlement',
  properties: {
    key: p.text().primary(),
    network: p.text(),
    asset: p.text(),
    payer: p.text(),
    payTo: p.text(),
    amount: p.bigint(),
    state: p.enum(['seen', 'open', 'paid', 'failed'] as const).default('open'),
    seenHeight: p.bigint(),
    callData: p.text().nullable(),
    transaction: p.text().nullable(),
    logIndex: p.integer().nullable(),
    block: p.bigint().nullable(),
    reason: p.text().nullable(),
    isFinal: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
    isContract: p.boolean().default(false),
  },
})

/**
 * A payment on its way over a chain, by its key: network, asset, and on Base payer and nonce, on Solana the hash of the
 * message. `paid` and `failed` are what a block said; a reorganisation may open them again until `isFinal`.
 */
export class Settlement extends SettlementSchema.class {}
SettlementSchema.setClass(Settlement)
