import { defineEntity, p } from '@mikro-orm/core'

const SolanaPaymentSchema = defineEntity({
  name: 'SolanaPayment',
  tableName: 'solana_payment',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid().extra('references solana_order (id)'),
    signature: p.text().check('length(signature) between 64 and 90'),
    verdict: p.enum(['pays', 'refund', 'wrong'] as const),
    state: p.enum(['confirmed', 'final', 'gone'] as const),
    reason: p.text().nullable().check('length(reason) <= 100'),
    payer: p.text().nullable(),
    slot: p.bigint(),
    landedAt: p.datetime(),
    owed: p.array().$type<bigint[]>().columnType('bigint[]'),
    received: p.array().$type<bigint[]>().columnType('bigint[]'),
    foundAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'solana_payment_of_order', properties: ['orderId'] },
    { name: 'solana_payment_to_refund', properties: ['foundAt'], where: "verdict = 'refund' and state = 'final'" },
    { name: 'solana_payment_to_finish', properties: ['foundAt'], where: "state = 'confirmed'" },
  ],
  uniques: [
    { name: 'solana_payment_once', properties: ['signature'], where: "state <> 'gone'" },
    { name: 'solana_payment_one_pays', properties: ['orderId'], where: "verdict = 'pays' and state <> 'gone'" },
  ],
  checks: [
    { name: 'solana_payment_decided', expression: "(state = 'confirmed') = (decided_at is null)" },
    { name: 'solana_payment_covers', expression: "verdict = 'wrong' or solana_covers(owed, received)" },
    { name: 'solana_payment_refund_why', expression: "verdict = 'pays' or reason is not null" },
  ],
})

/**
 * A transaction on chain that names the reference of an order. `pays` is the one that pays it; `refund` moved every leg,
 * but cannot pay (any more); `wrong` is not what was asked. `owed` and `received` are the legs in the order's sequence,
 * in micro-USDC or lamports. `confirmed` is judged again once its block is final; `gone` is not on the final chain, and
 * lets the signature land again.
 */
export class SolanaPayment extends SolanaPaymentSchema.class {}
SolanaPaymentSchema.setClass(SolanaPayment)
