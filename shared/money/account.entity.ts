import { defineEntity, p } from '@mikro-orm/core'

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint').generated('by default as identity'),
    code: p.text().unique(),
    kind: p.enum([
      'wallet',
      'promo',
      'revenue',
      'equity',
      'clearing',
      'unearned',
      'payable',
      'market',
      'treasury',
      'escrow',
    ] as const),
    currency: p.text().default('usdc'),
    posted: p.bigint().defaultRaw('0'),
    held: p.bigint().defaultRaw('0'),
    granted: p.bigint().defaultRaw('0'),
    expiresAt: p.datetime().nullable(),
    day: p.date().default('1970-01-01'),
    daySpent: p.bigint().defaultRaw('0'),
    month: p.date().default('1970-01-01'),
    monthSpent: p.bigint().defaultRaw('0'),
    isWatched: p.boolean().default(false),
    lowAt: p.bigint().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'account_not_overdrawn',
      expression: "kind not in ('wallet', 'promo') or (held >= 0 and posted - held >= 0)",
    },
    { name: 'account_trial_grant', expression: "kind <> 'promo' or (granted <= 150000 and posted <= granted)" },
  ],
})

/**
 * A ledger account, in micro-USDC. For wallets and trial grants (promo), `posted` is the sum of its entries and `held`
 * the sum of its open holds. Both are changed only by the statements of shared/calls and shared/money; MikroORM's unit
 * of work reads accounts and never writes them. Calls of an account that `isWatched` are watched; a balance that falls
 * below `lowAt` is an event.
 */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)
