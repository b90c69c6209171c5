import { defineEntity, p } from '@mikro-orm/core'

const SettlementCostSchema = defineEntity({
  name: 'SettlementCost',
  tableName: 'settlement_cost',
  properties: {
    settlementKey: p.text().primary(),
    network: p.text(),
    payer: p.text(),
    client: p.blob().nullable(),
    isContract: p.boolean(),
    isLost: p.boolean(),
    fee: p.bigint(),
    paid: p.bigint(),
    at: p.datetime().defaultRaw('now()'),
  },
})

/**
 * The cost of a settlement: one row for each that failed on chain (`isLost`) and for each of a contract wallet. `fee`
 * is wei or lamports; `paid` is the micro-USDC received. `client` is a keyed hash of the sender's IP address. Rows are
 * purged after two days.
 */
export class SettlementCost extends SettlementCostSchema.class {}
SettlementCostSchema.setClass(SettlementCost)
