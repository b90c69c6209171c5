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
    state: p.enum(['claimed', 'verified', 'settling', 'settled', 'unpaid', 'reversed'] as const).default('claimed'),
    mode: p.enum(['after', 'before'] as const).nullable(),
    payer: p.text().default(''),
    amount: p.bigint().defaultRaw('0').check('amount >= 0'),
    holder: p.text().default(''),
    heldUntil: p.datetime().defaultRaw('now()'),
    resource: p.text().nullable(),
    requestDigest: p.blob().nullable(),
    payloadDigest: p.blob().nullable(),
    hasToken: p.boolean().default(false),
    identifier: p.text().nullable(),
    validUntil: p.datetime().nullable(),
    sealed: p.text().nullable(),
    product: p.text().nullable(),
    terms: p.text().nullable(),
    answer: p.text().nullable(),
    secretRef: p.text().nullable(),
    tries: p.integer().default(0),
    nextTryAt: p.datetime().nullable(),
    saidPaidAt: p.datetime().nullable(),
    transaction: p.text().nullable(),
    settlement: p.text().nullable(),
    failure: p.text().nullable(),
    creditKeyId: p.uuid().nullable().extra('references service_key (id)'),
    settledAt: p.datetime().nullable(),
    finalAt: p.datetime().nullable(),
    idem: p.text().nullable(),
    client: p.blob().nullable(),
    logIndex: p.integer().nullable().check('log_index >= 0'),
  },
  indexes: [
    { name: 'payment_proof_claimed', properties: ['heldUntil'], where: "state = 'claimed'" },
    { name: 'payment_proof_due', properties: ['nextTryAt'], where: 'next_try_at is not null' },
    { name: 'payment_proof_not_final', properties: ['settledAt'], where: "state = 'settled' and final_at is null" },
    { name: 'payment_proof_of_payer', properties: ['network', 'payer', 'claimedAt'] },
    { name: 'payment_proof_of_product', properties: ['secretRef'], where: 'product is not null' },
    {
      name: 'payment_proof_one_transfer',
      expression:
        'create unique index payment_proof_one_transfer on payment_proof (network, transaction, coalesce(log_index, -1)) where transaction is not null',
    },
  ],
  uniques: [
    { name: 'payment_proof_idem', properties: ['idem'], where: 'idem is not null' },
    {
      name: 'payment_proof_identifier',
      properties: ['network', 'payer', 'identifier'],
      where: "identifier is not null and state <> 'claimed'",
    },
  ],
  checks: [
    {
      name: 'payment_proof_bound',
      expression: "state = 'claimed' or (mode is not null and resource is not null and request_digest is not null)",
    },
    {
      name: 'payment_proof_settled_has_transaction',
      expression:
        "(state in ('settled', 'reversed')) = (settlement is not null and transaction is not null and settled_at is not null)",
    },
    { name: 'payment_proof_tried', expression: "state <> 'settling' or next_try_at is not null" },
  ],
})

/**
 * A payment claimed for one call or purchase, one to one. Its state goes claimed → verified → settling → settled |
 * unpaid (settle-before: claimed → settling). An unpaid payment that is found on chain later becomes settled. A settled
 * one becomes reversed when a reorganisation removed it. The database refuses any other transition.
 * `callId` is the id of the call or of the purchase. `sealed` holds the signed payload as long as it may still have to
 * be settled. `client` is a keyed hash of the sender's IP address, until the payment is settled. `logIndex` identifies
 * the Transfer that paid it. Only the statements of shared/money/x402 and shared/calls change rows.
 */
export class PaymentProof extends PaymentProofSchema.class {}
PaymentProofSchema.setClass(PaymentProof)
