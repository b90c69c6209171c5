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
 * A payment that is settled on chain. Its key is network, asset and proof: payer and nonce on Base, the hash of the
 * message on Solana. `paid` and `failed` are the result in a block; a reorganisation may reopen it until `isFinal`.
 */
export class Settlement extends SettlementSchema.class {}
SettlementSchema.setClass(Settlement)
