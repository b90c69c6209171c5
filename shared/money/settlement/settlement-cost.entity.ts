import { defineEntity, p } from '@mikro-orm/core'

const SettlementCostSchema = defineEntity({
  name: 'SettlementCost',
  tableName: 'settlement_cost',
  properties: {
    settlementKey: p.text().primary().extra('references settlement (key)'),
    network: p.text(),
    payer: p.text(),
    client: p.blob().nullable(),
    isContract: p.boolean(),
    isLost: p.boolean(),
    fee: p.bigint().check('fee >= 0'),
    paid: p.bigint().check('paid >= 0'),
    at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'settlement_cost_at', properties: ['at'] },
    { name: 'settlement_cost_of_client', properties: ['client', 'at'], where: 'client is not null' },
    { name: 'settlement_cost_of_payer', properties: ['network', 'payer', 'at'] },
  ],
  checks: [{ name: 'settlement_cost_lost_or_paid', expression: 'not is_lost or paid = 0' }],
})

/**
 * The cost of a settlement: one row for each that failed on chain (`isLost`) and for each of a contract wallet. `fee`
 * is wei or lamports; `paid` is the micro-USDC received. `client` is a keyed hash of the sender's IP address. Rows are
 * purged after two days.
 */
export class SettlementCost extends SettlementCostSchema.class {}
SettlementCostSchema.setClass(SettlementCost)
