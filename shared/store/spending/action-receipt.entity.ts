import { defineEntity, p } from '@mikro-orm/core'

const ActionReceiptSchema = defineEntity({
  name: 'ActionReceipt',
  tableName: 'action_receipt',
  properties: {
    owner: p.text().primary(),
    agentId: p.text().primary(),
    nonce: p.text().primary(),
    digest: p.text(),
    receipt: p.text(),
    at: p.datetime().defaultRaw('now()'),
  },
})

/** A receipt that was minted, by payer, agent and nonce; `digest` is of everything that was signed but the time. */
export class ActionReceipt extends ActionReceiptSchema.class {}
ActionReceiptSchema.setClass(ActionReceipt)
