import { defineEntity, p } from '@mikro-orm/core'

const SettlementTransactionSchema = defineEntity({
  name: 'SettlementTransaction',
  tableName: 'settlement_transaction',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint').generated('identity'),
    settlementKey: p.text().nullable().extra('references settlement (key)'),
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
  indexes: [
    { name: 'settlement_transaction_of_key', properties: ['settlementKey'], where: 'settlement_key is not null' },
  ],
  uniques: [
    {
      name: 'settlement_transaction_one_nonce',
      properties: ['network', 'sender', 'nonce'],
      where: 'is_open and nonce is not null',
    },
    {
      name: 'settlement_transaction_one_open',
      properties: ['settlementKey'],
      where: 'is_open and settlement_key is not null',
    },
  ],
  checks: [
    { name: 'settlement_transaction_nonce', expression: "(nonce is null) = (network like 'solana:%')" },
    { name: 'settlement_transaction_of', expression: 'settlement_key is not null or nonce is not null' },
    { name: 'settlement_transaction_versions', expression: 'cardinality(raws) = cardinality(hashes)' },
  ],
})

/**
 * A nonce of a sender account and every transaction signed for it, newest last; on Solana one transaction. Stored
 * before it is broadcast. A row without a settlement only fills a nonce gap. Fees are wei per gas.
 */
export class SettlementTransaction extends SettlementTransactionSchema.class {}
SettlementTransactionSchema.setClass(SettlementTransaction)
