import { defineEntity, p } from '@mikro-orm/core'

const SettlementSenderSchema = defineEntity({
  name: 'SettlementSender',
  tableName: 'settlement_sender',
  properties: {
    network: p.text().primary(),
    address: p.text().primary(),
    nextNonce: p.bigint().check('next_nonce >= 0'),
  },
})

/** An account that sends settlements on an EVM network, and its next nonce, shared by all processes. */
export class SettlementSender extends SettlementSenderSchema.class {}
SettlementSenderSchema.setClass(SettlementSender)
