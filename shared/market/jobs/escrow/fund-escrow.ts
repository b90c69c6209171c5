import type { ClientBase } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { type KeyVerdict, MARKET_SLUG } from '../../purchases/buy-prepaid.ts'

/** The terms of a hire, as columns of `engagement`. */
export type HireTerms = {
  job_id: string
  proposal_id: string
  poster_id: string
  poster_account_id: string
  worker_id: string
  worker_account_id: string
  bid_cents: number
  check_cents: number
  fee_bps: number
  due_at: string
}

export type FundAnswer =
  | { kind: 'funded'; availableMicroUsdc: bigint }
  | { kind: 'refused'; code: KeyVerdict; availableMicroUsdc: bigint }

/**
 * Hires: takes the bid and the price of the outcome checks from a prepaid key into escrow and writes the engagement, in
 * one statement on the locked wallet. The spending policy of the key holds as for sales. The job has to be locked.
 */
export async function fundEscrow(
  tx: ClientBase,
  terms: HireTerms,
  key: { keyId: string; hmac: Buffer },
): Promise<FundAnswer> {
  // SQL: a decision about money is one statement.
  const { rows } = await tx.query<{ verdict: 'funded' | KeyVerdict; available: string }>({
    name: 'job-fund',
    text: FUND,
    values: [JSON.stringify(terms), key.keyId, key.hmac],
  })
  const { verdict, available } = rows[0] ?? { verdict: 'invalid_service_key', available: '0' }
  const availableMicroUsdc = BigInt(available)
  return verdict === 'funded'
    ? { kind: verdict, availableMicroUsdc }
    : { kind: 'refused', code: verdict, availableMicroUsdc }
}

// `paid` writes what `locked` read: PostgreSQL checks constraints first on the row version of the snapshot.
const FUND = `
with hire as materialized (
  select e.*, (e.bid_cents + e.check_cents)::bigint * ${MICRO_USDC_PER_CENT} as price from jsonb_populate_record(null::engagement, $1::jsonb) e
),
key as materialized (select * from service_key where key_id = $2 and hmac = $3::bytea),
locked as materialized (select a.* from account a where a.id = (select account_id from key) for update),
judged as materialized (
  select h.price, k.account_id, coalesce(a.posted - a.held, 0) as available,
    case
      when k.id is null then 'invalid_service_key'
      when k.status <> 'active' then 'key_revoked'
      when k.kind <> 'prepaid' then 'trial_not_accepted'
      when (k.allow_slugs is null or '${MARKET_SLUG}' = any(k.allow_slugs)) is not true or '${MARKET_SLUG}' = any(k.deny_slugs) then 'policy_slug'
      when h.price > k.max_per_call then 'policy_call_ceiling'
      when h.price > a.posted - a.held then 'insufficient_balance'
      when h.price > k.daily_limit - case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end then 'policy_daily_ceiling'
      when h.price > k.monthly_limit - case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end then 'policy_monthly_ceiling'
      else 'funded'
    end as verdict
  from hire h left join key k on true left join locked a on true
),
paid as (
  update account a set posted = l.posted - j.price, held = l.held,
    day = (now() at time zone 'utc')::date,
    day_spent = case when l.day = (now() at time zone 'utc')::date then l.day_spent else 0 end + j.price,
    month = date_trunc('month', now() at time zone 'utc')::date,
    month_spent = case when l.month = date_trunc('month', now() at time zone 'utc')::date then l.month_spent else 0 end + j.price
  from judged j join locked l on l.id = j.account_id where j.verdict = 'funded' and a.id = l.id
  returning a.posted - a.held as available
),
engaged as (
  insert into engagement (job_id, proposal_id, poster_id, poster_account_id, worker_id, worker_account_id, payer_account_id, bid_cents, check_cents, fee_bps, due_at)
  select h.job_id, h.proposal_id, h.poster_id, h.poster_account_id, h.worker_id, h.worker_account_id, j.account_id, h.bid_cents, h.check_cents, h.fee_bps, h.due_at
  from hire h, judged j where j.verdict = 'funded'
  returning job_id, payer_account_id
),
taken as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', e.job_id, e.payer_account_id, j.price, 'market:job-fund' from engaged e, judged j returning id, account_id, amount
),
sides as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from taken union all select id, ${LEDGER.jobEscrow}, amount from taken
)
select j.verdict, coalesce((select available from paid), j.available)::text as available from judged j`
