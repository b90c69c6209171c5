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

/** An issued receipt, by payer, agent and nonce. `digest` covers everything that was signed except the time. */
export class ActionReceipt extends ActionReceiptSchema.class {}
ActionReceiptSchema.setClass(ActionReceipt)
