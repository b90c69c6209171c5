import { defineEntity, p } from '@mikro-orm/core'

const PayoutAccountSchema = defineEntity({
  name: 'PayoutAccount',
  tableName: 'payout_account',
  properties: {
    wallet: p.text().primary(),
    payoutId: p.uuid().extra('references payout (id)'),
    openedAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * A wallet whose USDC token account the treasury opens and pays for, and the payout that does it. Once for each wallet:
 * an owner who closed the account and took its rent opens the next one.
 */
export class PayoutAccount extends PayoutAccountSchema.class {}
PayoutAccountSchema.setClass(PayoutAccount)
