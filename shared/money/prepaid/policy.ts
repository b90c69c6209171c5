import { z } from 'zod'

import { centsOf, microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { FUND_CENTS } from '#shared/terms.ts'

import type { ServiceKey } from './service-key.entity.ts'
import type { RowOf } from '#shared/db/row-of.ts'

const ceiling = z.int().min(0).max(1_000_000_000).nullable()
const slugs = z.array(z.string().min(1).max(100)).max(500).nullable()

/** Signals `refill_due` when the balance falls below `below_cents`. It never charges anything by itself. */
export const AutoRefillSettings = z.strictObject({
  enabled: z.boolean(),
  below_cents: z.int().min(0).max(1_000_000_000).describe('the balance under which money is asked for'),
  amount_cents: z.int().min(FUND_CENTS.min).max(FUND_CENTS.max).default(500),
  max_per_day: z.int().min(1).max(100).default(1),
})

/** A key's spending policy in requests and answers, in cents; null means no limit. */
export const Policy = z.object({
  max_cents_per_call: ceiling.describe('refuse dearer calls'),
  daily_cents: ceiling.describe('most a UTC day may spend, open calls included'),
  monthly_cents: ceiling.describe('most a UTC month may spend, open calls included'),
  allow_slugs: slugs.describe('only these outcomes; null allows all, an empty list none'),
  deny_slugs: slugs.describe('never these outcomes, also when allowed above'),
  auto_refill: AutoRefillSettings.nullable(),
})
export type Policy = z.output<typeof Policy>

/**
 * A change of policy: omitted members stay, null clears. Unknown members are refused, so that a misspelt limit is not
 * silently ignored.
 */
export const PolicyChange = z.strictObject(Policy.partial().shape)
export type PolicyChange = z.output<typeof PolicyChange>

/** The policy columns as the statements return them; bigint as text. */
export type PolicyRow = RowOf<
  ServiceKey,
  'maxPerCall' | 'dailyLimit' | 'monthlyLimit' | 'allowSlugs' | 'denySlugs' | 'autoRefill'
>

/** SQL that selects a PolicyRow from `service_key k`. */
export const POLICY_COLUMNS = `
  k.max_per_call::text, k.daily_limit::text, k.monthly_limit::text, k.allow_slugs, k.deny_slugs, k.auto_refill`

export const policyOf = (row: PolicyRow): Policy => ({
  max_cents_per_call: inCents(row.max_per_call),
  daily_cents: inCents(row.daily_limit),
  monthly_cents: inCents(row.monthly_limit),
  allow_slugs: row.allow_slugs,
  deny_slugs: row.deny_slugs.length === 0 ? null : row.deny_slugs,
  auto_refill: row.auto_refill,
})

const inCents = (microUsdc: string | null) => (microUsdc === null ? null : centsOf(BigInt(microUsdc)))

/** Converts a limit in cents for its column: micro-USDC as text, null for none. */
export const inMicroUsdc = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? null : microUsdcOf(cents).toString()
