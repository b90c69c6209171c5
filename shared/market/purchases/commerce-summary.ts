import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { feePreview } from '../listings/fee-preview.ts'
import { Listing } from '../listings/listing.entity.ts'
import { SellerStat } from '../listings/seller-stat.entity.ts'
import { CommerceDay } from './commerce-day.entity.ts'

type Day = {
  role: 'buyer' | 'seller'
  day: string
  opened: number
  paid: number
  delivered: number
  refunded: number
  gross: number
  fees: number
  net: number
  refunds: number
  owed: string
}

/** What a user has bought and sold, in cents, with the last `days` days each. Reads daily totals, no purchases. */
export async function summarizeCommerce(em: EntityManager, userId: string, days: number) {
  const [rows, [listings], stat] = await Promise.all([
    readDays(em, userId),
    em
      .qb(Listing, 'l')
      .select(fragment`coalesce(sum(l.views), 0)::float8 as views`)
      .where({ ownerId: userId })
      .execute<{ views: number }[]>(),
    em.findOne(SellerStat, userId, { disableIdentityMap: true }),
  ])
  const since = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  const [bought, sold] = [rows.filter(({ role }) => role === 'buyer'), rows.filter(({ role }) => role === 'seller')]
  const sum = (list: readonly Day[], of: (day: Day) => number) => list.reduce((total, day) => total + of(day), 0)
  const owed = sold.reduce((total, day) => total + BigInt(day.owed), 0n)
  const net = sum(sold, (day) => day.net)
  const lifetime = Number(stat?.salesCents ?? 0)
  return {
    as_buyer: {
      purchases: sum(bought, (day) => day.opened),
      paid: sum(bought, (day) => day.paid),
      delivered: sum(bought, (day) => day.delivered),
      refunded: sum(bought, (day) => day.refunded),
      spent_cents: sum(bought, (day) => day.gross - day.refunds),
      days: bought
        .filter(({ day }) => day >= since)
        .map(({ day, opened, paid, gross, refunds }) => ({
          day,
          purchases: opened,
          paid,
          spent_cents: gross - refunds,
        })),
    },
    as_seller: {
      views: listings?.views ?? 0,
      intents: sum(sold, (day) => day.opened),
      paid: sum(sold, (day) => day.paid),
      delivered: sum(sold, (day) => day.delivered),
      refunded: sum(sold, (day) => day.refunded),
      gross_cents: sum(sold, (day) => day.gross),
      refunded_cents: sum(sold, (day) => day.refunds),
      fees_cents: sum(sold, (day) => day.fees),
      net_cents: net,
      pending_payout_cents: Number(owed / MICRO_USDC_PER_CENT),
      paid_out_cents: net - Number(owed / MICRO_USDC_PER_CENT),
      tier: { fee_bps: feePreview(0, lifetime).platform_bps, lifetime_cents: lifetime },
      rating: {
        avg: stat && stat.ratingCount > 0 ? Math.round((stat.ratingSum / stat.ratingCount) * 100) / 100 : null,
        count: stat?.ratingCount ?? 0,
      },
      days: sold
        .filter(({ day }) => day >= since)
        .map(({ day, opened, paid, delivered, gross, fees, net: kept }) => ({
          day,
          intents: opened,
          paid,
          delivered,
          gross_cents: gross,
          fees_cents: fees,
          net_cents: kept,
        })),
    },
  }
}

const readDays = (em: EntityManager, userId: string): Promise<Day[]> =>
  em
    .qb(CommerceDay, 'd')
    .select([
      'd.role',
      fragment`d.day::text as day`,
      fragment`sum(d.opened)::int as opened`,
      fragment`sum(d.paid)::int as paid`,
      fragment`sum(d.delivered)::int as delivered`,
      fragment`sum(d.refunded)::int as refunded`,
      fragment`sum(d.gross_cents)::float8 as gross`,
      fragment`sum(d.fee_cents)::float8 as fees`,
      fragment`sum(d.net_cents)::float8 as net`,
      fragment`sum(d.refunded_cents)::float8 as refunds`,
      fragment`sum(d.owed)::text as owed`,
    ])
    .where({ userId })
    .groupBy(['d.role', 'd.day'])
    .orderBy({ day: 'asc' })
    .execute<Day[]>('all', false)
