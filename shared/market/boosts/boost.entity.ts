import { defineEntity, p } from '@mikro-orm/core'

const BoostSchema = defineEntity({
  name: 'Boost',
  tableName: 'boost',
  properties: {
    id: p.uuid().primary(),
    listingId: p.uuid().extra('references listing (id)'),
    ownerId: p.uuid().extra('references market_user (id)'),
    tierId: p.text(),
    currency: p.enum(['usdc', 'sol'] as const),
    hours: p.integer().check('hours > 0'),
    priceCents: p.integer().check('price_cents > 0'),
    status: p.enum(['pending', 'paid', 'expired', 'failed'] as const).default('pending'),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    expiresAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'boost_of_listing', properties: ['listingId'], where: "status = 'paid'" },
    { name: 'boost_to_start', properties: ['paidAt'], where: "status = 'paid' and starts_at is null" },
    { name: 'boost_to_expire', properties: ['expiresAt'], where: "status = 'pending'" },
  ],
  uniques: [
    { name: 'boost_one_pending', properties: ['listingId', 'tierId', 'currency'], where: "status = 'pending'" },
  ],
  checks: [
    { name: 'boost_paid_since', expression: "(status = 'paid') = (paid_at is not null)" },
    {
      name: 'boost_runs',
      expression: "(starts_at is null) = (ends_at is null) and (starts_at is null or status = 'paid')",
    },
  ],
})

/**
 * A boosted place of a listing for some hours, paid on Solana as an order. A paid one runs from `startsAt` to `endsAt`,
 * after those of its listing before it; while all slots are taken it waits, and both are null.
 */
export class Boost extends BoostSchema.class {}
BoostSchema.setClass(Boost)
