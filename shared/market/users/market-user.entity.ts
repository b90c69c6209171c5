import { defineEntity, p } from '@mikro-orm/core'

const MarketUserSchema = defineEntity({
  name: 'MarketUser',
  tableName: 'market_user',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    username: p.text().check("username ~ '^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9]$'"),
    skeleton: p.text(),
    email: p.text().check('length(email) <= 254'),
    passwordHash: p.text().nullable(),
    displayName: p.text().nullable().check('length(display_name) <= 80'),
    isAgent: p.boolean().default(false),
    solanaWallet: p.text().nullable().check('length(solana_wallet) between 32 and 44'),
    walletProvedAt: p.datetime().nullable(),
    provedWallet: p.text().nullable(),
    walletRestsUntil: p.datetime().nullable(),
    termsVersion: p.text().nullable(),
    termsAcceptedAt: p.datetime().nullable(),
    emailConfirmedAt: p.datetime().nullable(),
    wantsNotices: p.boolean().default(true),
    status: p.enum(['active', 'suspended', 'deleted'] as const).default('active'),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'market_user_account', properties: ['accountId'] },
    { name: 'market_user_email', properties: ['email'] },
    { name: 'market_user_skeleton', expression: 'create unique index market_user_skeleton on market_user (skeleton)' },
    { name: 'market_user_username', expression: 'create unique index market_user_username on market_user (username)' },
  ],
  checks: [{ name: 'market_user_wallet', expression: 'wallet_proved_at is null or solana_wallet is not null' }],
})

/**
 * A user of the marketplace, person or agent. `skeleton` is the visual form of the username
 * (shared/market/users/username.ts). `accountId` is the user at the top of the chain of registrations; limits count by
 * it. The database sets it. `provedWallet` is the wallet that was proved last, also after it was removed; a wallet that
 * follows another is not paid to before `walletRestsUntil`. Mail other than confirmations and reset tokens goes to a
 * confirmed address only, and not to one that opted out of notices. A `deleted` user is a pseudonym (shared/market/leaving/).
 */
export class MarketUser extends MarketUserSchema.class {}
MarketUserSchema.setClass(MarketUser)
