import { slugAllowedSql } from '#shared/calls/judge-key.ts'

/** How a policy of a key names the marketplace in `allow_slugs` and `deny_slugs`. */
const MARKET_SLUG = 'marketplace'

/** Why a key pays for nothing that the marketplace sells, or not for this. */
export type KeyVerdict =
  | 'invalid_service_key'
  | 'key_revoked'
  | 'trial_not_accepted'
  | 'policy_slug'
  | 'policy_call_ceiling'
  | 'policy_daily_ceiling'
  | 'policy_monthly_ceiling'
  | 'insufficient_balance'

/** CTEs `key` and `locked`: the key whose id is parameter $2 and fingerprint $3, and its wallet, locked. */
export const SENT_KEY = `
key as materialized (select * from service_key where key_id = $2 and hmac = $3::bytea),
locked as materialized (select a.* from account a where a.id = (select account_id from key) for update)`

/** SQL: why key `k` with wallet `a` (both null where there is none) does not pay a sale of `price`; null when it does. */
export const saleVerdictSql = (price: string) => `
  case
    when k.id is null then 'invalid_service_key'
    when k.status <> 'active' then 'key_revoked'
    when k.kind <> 'prepaid' then 'trial_not_accepted'
    when not (${slugAllowedSql(`'${MARKET_SLUG}'`, 'null::text')}) then 'policy_slug'
    when ${price} > k.max_per_call then 'policy_call_ceiling'
    when ${price} > a.posted - a.held then 'insufficient_balance'
    when ${price} > k.daily_limit - case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end then 'policy_daily_ceiling'
    when ${price} > k.monthly_limit
      - case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end then 'policy_monthly_ceiling'
  end`

/**
 * CTE `paid`: takes `price` of the row of `source` from the wallet `payer_account_id`, which `locked` holds, and counts it
 * as spent in its day and month (UTC). It returns what is `available` afterwards.
 */
export const paidFromSql = (source: string) => `
paid as (
  -- The values are those that locked read: PostgreSQL checks constraints first on the row version of the snapshot.
  update account a set posted = l.posted - s.price, held = l.held,
    day = (now() at time zone 'utc')::date,
    day_spent = case when l.day = (now() at time zone 'utc')::date then l.day_spent else 0 end + s.price,
    month = date_trunc('month', now() at time zone 'utc')::date,
    month_spent = case when l.month = date_trunc('month', now() at time zone 'utc')::date then l.month_spent else 0 end + s.price
  from ${source} s join locked l on l.id = s.payer_account_id where a.id = l.id
  returning a.posted - a.held as available
)`
