import { defineEntity, p } from '@mikro-orm/core'

const PaymentProofSchema = defineEntity({
  name: 'PaymentProof',
  tableName: 'payment_proof',
  properties: {
    network: p.text().primary(),
    asset: p.text().primary(),
    proof: p.text().primary(),
    callId: p.uuid().unique(),
    claimedAt: p.datetime().defaultRaw('now()'),
  },
})

/** A payment claimed for one call: one proof pays one call, and one call is paid by one proof. */
export class PaymentProof extends PaymentProofSchema.class {}
PaymentProofSchema.setClass(PaymentProof)
