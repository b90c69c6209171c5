import { defineEntity, p } from '@mikro-orm/core'

const WalletChallengeSchema = defineEntity({
  name: 'WalletChallenge',
  tableName: 'wallet_challenge',
  properties: {
    userId: p.uuid().primary().extra('references market_user (id)'),
    wallet: p.text(),
    nonce: p.text(),
    expiresAt: p.datetime(),
  },
})

/** The message that a user signs with a wallet. One per user, used once. */
export class WalletChallenge extends WalletChallengeSchema.class {}
WalletChallengeSchema.setClass(WalletChallenge)
