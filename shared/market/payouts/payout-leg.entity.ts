import { defineEntity, p } from '@mikro-orm/core'

const PayoutLegSchema = defineEntity({
  name: 'PayoutLeg',
  tableName: 'payout_leg',
  properties: {
    transactionId: p.uuid().primary().extra('references payout_transaction (id)'),
    payoutId: p.uuid().primary().extra('references payout (id)'),
    wallet: p.text(),
    amount: p.bigint().check('amount > 0'),
    isLive: p.boolean().default(true),
  },
  uniques: [{ name: 'payout_leg_one_live', properties: ['payoutId'], where: 'is_live' }],
})

/**
 * One transfer of a treasury transaction, in micro-USDC. It is live while its transaction is open or paid; a payout has
 * at most one live leg, so nobody is sent the same money twice.
 */
export class PayoutLeg extends PayoutLegSchema.class {}
PayoutLegSchema.setClass(PayoutLeg)
