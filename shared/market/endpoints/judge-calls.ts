import type { Pool as PgPool } from 'pg'

/**
 * Judges calls of sellers' endpoints that have ended: one that a wallet of its seller paid, directly or as the money of
 * the prepaid key, counts for no quality, rank or fee tier. Fair calls that were answered are added to the seller's
 * lifetime sales, and the quality of their endpoints is measured anew. Returns how many calls were judged.
 */
export async function judgeSellerCalls(pg: PgPool, limit: number): Promise<number> {
  // SQL: one statement marks each call and adds it, so that none is counted twice by two processes.
  const { rows } = await pg.query<{ judged: number; endpoints: string[] | null }>({
    name: 'seller-calls-judge',
    text: JUDGE,
    values: [limit],
  })
  const [row] = rows
  if (row?.endpoints) await measureEndpoints(pg, row.endpoints)
  return row?.judged ?? 0
}

/** Measures the quality of endpoints from their fair calls of 30 days. */
export async function measureEndpoints(pg: PgPool, endpointIds: readonly string[]): Promise<void> {
  // SQL: sums of many calls.
  await pg.query({ name: 'seller-endpoints-measure', text: MEASURE, values: [endpointIds] })
}

/** Measures endpoints whose figures are a day old, because calls leave the 30 days without a new one. */
export async function measureOldest(pg: PgPool): Promise<void> {
  // SQL: picks and measures in two statements; measuring twice changes nothing.
  const { rows } = await pg.query<{ endpoint_id: string }>(
    `select endpoint_id from seller_endpoint_stat where calls > 0 and counted_at < now() - interval '1 day' limit 200`,
  )
  if (rows.length > 0)
    await measureEndpoints(
      pg,
      rows.map((row) => row.endpoint_id),
    )
}

const WALLETS_OF_SELLER = `
select w.wallet from market_user s join market_user m on m.account_id = s.account_id
cross join lateral (values (m.solana_wallet), (m.proved_wallet)) as w(wallet) where s.id = c.seller_id and w.wallet is not null`

const IS_FAIR = `
not exists (select from payment_proof f where f.call_id = c.call_id and f.payer in (${WALLETS_OF_SELLER}))
and not exists (
  select from transfer t join payment_proof f on f.call_id = t.call_id
  where c.payer = 'account:' || t.account_id and t.account_id = substring(c.payer from '^account:([0-9]+)$')::bigint
    and t.reason in ('purchase:x402', 'credit:x402') and f.payer in (${WALLETS_OF_SELLER}))`

const JUDGE = `
with due as (
  select c.call_id, c.endpoint_id, c.seller_id, c.price, c.state, ${IS_FAIR} as is_fair from seller_call c
  where c.ended_at is not null and c.is_fair is null order by c.ended_at limit $1 for update of c skip locked
), judged as (
  update seller_call set is_fair = due.is_fair from due where seller_call.call_id = due.call_id
), sold as (
  insert into seller_stat (user_id, sales_count, sales_cents)
  select seller_id, count(*)::int, sum(price) / 10000 from due where is_fair and state = 'answered' group by seller_id order by seller_id
  on conflict (user_id) do update set sales_count = seller_stat.sales_count + excluded.sales_count, sales_cents = seller_stat.sales_cents + excluded.sales_cents
)
select count(*)::int as judged, array_agg(distinct endpoint_id) as endpoints from due`

// Wilson's lower bound (95 %) over payers, each with the share of its calls that were answered.
const MEASURE = `
with payers as (
  select endpoint_id, payer, count(*) filter (where state = 'answered')::float8 / count(*) as answered
  from seller_call where endpoint_id = any($1::uuid[]) and is_fair and state in ('answered', 'failed') and ended_at > now() - interval '30 days'
  group by endpoint_id, payer
), votes as (
  select endpoint_id, count(*)::float8 as n, sum(answered) / count(*) as p from payers group by endpoint_id
), calls as (
  select endpoint_id, count(*)::int as calls, count(*) filter (where state = 'answered')::int as answered, count(*) filter (where state = 'failed')::int as failed,
    percentile_cont(0.5) within group (order by run_ms) filter (where state = 'answered') as median_ms,
    percentile_cont(0.95) within group (order by run_ms) filter (where state = 'answered') as tail_ms
  from seller_call where endpoint_id = any($1::uuid[]) and is_fair and state in ('answered', 'failed') and ended_at > now() - interval '30 days'
  group by endpoint_id
)
update seller_endpoint_stat s set calls = coalesce(c.calls, 0), answered = coalesce(c.answered, 0), failed = coalesce(c.failed, 0),
  payers = coalesce(v.n, 0)::int, median_ms = c.median_ms, tail_ms = c.tail_ms, counted_at = now(),
  quality = coalesce((v.p + 1.92 / v.n - 1.96 * sqrt(v.p * (1 - v.p) / v.n + 0.9604 / (v.n * v.n))) / (1 + 3.8416 / v.n), 0)
from unnest($1::uuid[]) as wanted(id) left join calls c on c.endpoint_id = wanted.id left join votes v on v.endpoint_id = wanted.id
where s.endpoint_id = wanted.id`
