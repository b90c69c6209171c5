import { defineEntity, p } from '@mikro-orm/core'

const MarketUserSchema = defineEntity({
  name: 'MarketUser',
  tableName: 'market_user',
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    username: p.text().unique(),
    skeleton: p.text().unique(),
    email: p.text(),
    passwordHash: p.text().nullable(),
    displayName: p.text().nullable(),
    isAgent: p.boolean().default(false),
    solanaWallet: p.text().nullable(),
    walletProvedAt: p.datetime().nullable(),
    termsVersion: p.text().nullable(),
    termsAcceptedAt: p.datetime().nullable(),
    status: p.enum(['active', 'suspended'] as const).default('active'),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * A user of the marketplace, person or agent. `skeleton` is the visual form of the username
 * (shared/market/users/username.ts). `accountId` is the user at the top of the chain of registrations; limits count by
 * it. The database sets it.
 */
export class MarketUser extends MarketUserSchema.class {}
MarketUserSchema.setClass(MarketUser)
