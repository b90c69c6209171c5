import { defineEntity, p } from '@mikro-orm/core'

const TransferOneSchema = defineEntity({
  name: 'TransferOne',
  tableName: 'transfer_one',
  properties: {
    transferId: p.bigint().primary().autoincrement(false),
    kind: p.text(),
    callId: p.uuid().nullable(),
    holdId: p.bigint().nullable(),
    reason: p.text().nullable(),
  },
  uniques: [
    { name: 'transfer_one_credit', properties: ['callId'], where: "reason = 'credit:x402'" },
    { name: 'transfer_one_hold', properties: ['callId'], where: "kind = 'hold'" },
    { name: 'transfer_one_market_step', properties: ['callId', 'reason'], where: "reason like 'market:%'" },
    { name: 'transfer_one_purchase', properties: ['callId'], where: "reason = 'purchase:x402'" },
    { name: 'transfer_one_resolution', properties: ['holdId'], where: "kind in ('capture', 'release')" },
    { name: 'transfer_one_settlement', properties: ['callId'], where: "reason = 'settle:x402'" },
  ],
})

/**
 * A transfer of something that happens once: one hold, one credit, one step of a sale of a kind. It is unique over all months,
 * which no index of a partitioned table can be. A trigger of `transfer` writes it with the transfer; journals have none. Immutable.
 */
export class TransferOne extends TransferOneSchema.class {}
TransferOneSchema.setClass(TransferOne)
