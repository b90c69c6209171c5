import { defineEntity, p } from '@mikro-orm/core'

const SettlementTransactionSchema = defineEntity({
  name: 'SettlementTransaction',
  tableName: 'settlement_transaction',
  properties: {
    id: p.bigint().primary().autoincrement(),
    settlementKey: p.text().nullable(),
    network: p.text(),
    sender: p.text(),
    nonce: p.bigint().nullable(),
    raws: p.array().default([]),
    hashes: p.array().default([]),
    gas: p.bigint().nullable(),
    maxFee: p.bigint().nullable(),
    priorityFee: p.bigint().nullable(),
    isOpen: p.boolean().default(true),
    takenAt: p.datetime().defaultRaw('now()'),
    sentAt: p.datetime().nullable(),
  },
})

/**
 * A nonce of a sender account and every transaction signed for it, newest last; on Solana one transaction. Stored
 * before it is broadcast. A row without a settlement only fills a nonce gap. Fees are wei per gas.
 */
export class SettlementTransaction extends SettlementTransactionSchema.class {}
SettlementTransactionSchema.setClass(SettlementTransaction)
