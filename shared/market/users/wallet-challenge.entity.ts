import { defineEntity, p } from '@mikro-orm/core'

const WalletChallengeSchema = defineEntity({
  name: 'WalletChallenge',
  tableName: 'wallet_challenge',
  properties: {
    userId: p.uuid().primary(),
    wallet: p.text(),
    nonce: p.text(),
    expiresAt: p.datetime(),
  },
})

/** The message a user was asked to sign with a wallet; one at a time, used once. */
export class WalletChallenge extends WalletChallengeSchema.class {}
WalletChallengeSchema.setClass(WalletChallenge)
