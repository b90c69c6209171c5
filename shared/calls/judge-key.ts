import { MICRO_USDC_PER_CENT, microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { TRIAL } from '#shared/terms.ts'

import type { KeyedAnswer, KeyRefusal } from './accept-keyed.ts'

/** The columns of key `k` that the statements below judge by. */
export const KEY_COLUMNS = `
  k.id as service_key_id, k.kind, k.account_id, k.status, k.max_per_call, k.daily_limit, k.monthly_limit,
  case when (k.auto_refill->>'enabled')::boolean then k.auto_refill->>'below_cents' end as refill_below`

/** SQL: whether the policy lists of key `k` allow a slug, or all members of a bundle (texts joined by spaces, or null). */
export const slugAllowedSql = (slug: string, members: string) => `
  (k.allow_slugs is null or ${slug} = any(k.allow_slugs) or string_to_array(${members}, ' ') <@ k.allow_slugs) is true
    and ${slug} <> all(k.deny_slugs) and (${members} is null or not string_to_array(${members}, ' ') && k.deny_slugs)`

/** SQL: what account `a` may still spend, today and this month (UTC), under the ceilings of the key in `k`. */
export const CEILINGS_LEFT = `
  k.daily_limit - case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end as daily_left,
  k.monthly_limit - case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end as monthly_left`

/** SQL: why a key pays for no call of this outcome at all; null when its balance and ceilings decide. */
export const keyVerdictSql = (price: string) => `
  case
    when k.status <> 'active' then 'key_revoked'
    when a.expires_at <= now() then 'trial_expired'
    when k.kind = 'trial' and ${price} > ${microUsdcOf(TRIAL.maxPriceCents)} then 'trial_price_cap'
    when not k.slug_allowed then 'policy_slug'
    when ${price} > k.max_per_call then 'policy_call_ceiling'
  end`

/** What an account could spend before the statement, in micro-USDC as PostgreSQL writes it; a ceiling is null where there is none. */
type Spendable = { available: string | null; daily_left: string | null; monthly_left: string | null }

/** Says which limit a call of this price does not fit that came too late or costs too much. */
export function limitPassed(price: bigint, row: Spendable): KeyRefusal['code'] {
  const available = BigInt(row.available ?? 0)
  const daily = row.daily_left === null ? null : BigInt(row.daily_left)
  const monthly = row.monthly_left === null ? null : BigInt(row.monthly_left)
  if (price > available) return 'insufficient_balance'
  if (daily !== null && price > daily) return 'policy_daily_ceiling'
  if (monthly !== null && price > monthly) return 'policy_monthly_ceiling'
  // The call alone would fit: cheaper calls of the batch took what there was, up to the lowest of the limits.
  if ((daily === null || available <= daily) && (monthly === null || available <= monthly))
    return 'insufficient_balance'
  return daily !== null && (monthly === null || daily <= monthly) ? 'policy_daily_ceiling' : 'policy_monthly_ceiling'
}

/** The answer for an accepted call. `refillBelow`: the threshold of the key's `auto_refill` in cents; null when it is off. */
export const acceptedAnswer = (
  payer: 'prepaid' | 'trial',
  availableMicroUsdc: bigint,
  refillBelow: string | null,
  accountId: string,
): KeyedAnswer => ({
  kind: 'accepted',
  payer,
  availableMicroUsdc,
  accountId,
  isRefillDue: refillBelow !== null && availableMicroUsdc < BigInt(refillBelow) * MICRO_USDC_PER_CENT,
})
