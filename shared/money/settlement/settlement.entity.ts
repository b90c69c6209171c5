import { defineEntity, p } from '@mikro-orm/core'

const SettlementSchema = defineEntity({
  name: 'Settlement',
  tableName: 'settlement',
  properties: {
    key: p.text().primary(),
    network: p.text().check("network in ('eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')"),
    asset: p.text(),
    payer: p.text(),
    payTo: p.text(),
    amount: p.bigint().check('amount >= 0'),
    state: p.enum(['seen', 'open', 'paid', 'failed'] as const).default('open'),
    seenHeight: p.bigint().check('seen_height >= 0'),
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
  indexes: [
    {
      name: 'settlement_not_final',
      properties: ['network', 'block'],
      where: "state in ('paid', 'failed') and not is_final",
    },
    { name: 'settlement_open', properties: ['network', 'createdAt'], where: "state = 'open'" },
  ],
  uniques: [
    { name: 'settlement_one_of_contract', properties: ['network', 'payer'], where: "state = 'open' and is_contract" },
    { name: 'settlement_one_transfer', properties: ['network', 'transaction', 'logIndex'], where: "state = 'paid'" },
  ],
  checks: [
    { name: 'settlement_decided', expression: "(state in ('paid', 'failed')) = (decided_at is not null)" },
    { name: 'settlement_failed_why', expression: "state <> 'failed' or reason is not null" },
    { name: 'settlement_final_is_decided', expression: "not is_final or state in ('paid', 'failed')" },
    {
      name: 'settlement_paid_by',
      expression: "state <> 'paid' or (transaction is not null and block is not null and log_index is not null)",
    },
  ],
})

/**
 * A payment that is settled on chain. Its key is network, asset and proof: payer and nonce on Base, the hash of the
 * message on Solana. `paid` and `failed` are the result in a block; a reorganisation may reopen it until `isFinal`.
 */
export class Settlement extends SettlementSchema.class {}
SettlementSchema.setClass(Settlement)
