import { isoUtc } from '#shared/db/iso-utc.ts'
import { Account } from '#shared/money/account.entity.ts'
import { Pass } from '#shared/money/passes/pass.entity.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import type { Usage, UsageDoor, UsageGroup, UsageWanted } from '#shared/doors/agents.ts'

import type { Caller } from '../caller.ts'
import type { StoreCall } from '../store-call.ts'

/** Catalog facts by slug: the store groups calls by pack, and prices what a day pass covers. */
export type SlugFacts = ReadonlyMap<string, { pack: string; inGuards: boolean; cents: number }>

/** Usage of the credential that pays this call, from the call rows, which are the ledger of calls. */
export const usageDoor = (call: StoreCall, slugs: SlugFacts): UsageDoor => ({
  async read(wanted) {
    const caller = await call.caller()
    const scope = scopeOf(caller)
    const facts = [...slugs]
    const values = [
      ...scope.values,
      wanted.from.toISOString(),
      wanted.to.toISOString(),
      call.effectId,
      wanted.agentId ?? null,
      facts.map(([slug]) => slug),
      facts.map(([, { pack }]) => pack),
      facts.map(([, { cents }]) => cents),
      firstIdOf(wanted.from.getTime()),
    ]
    const kind = caller.owner.slice(0, caller.owner.indexOf(':'))
    const [groups, totals, recent, balance] = await Promise.all([
      // SQL: calls by slug, day, pack, agent or rail, joined with facts of the catalog.
      call.db.pg.query<GroupRow>({
        name: `usage-${kind}-${wanted.groupBy}`,
        text: GROUPS(scope.sql, wanted.groupBy),
        values,
      }),
      // SQL: sums over the same calls.
      call.db.pg.query<TotalsRow>({ name: `usage-${kind}-totals`, text: TOTALS(scope.sql), values }),
      recentOf(call, scope, facts, kind),
      balanceOf(call, caller),
    ])
    const [sums] = totals.rows
    return {
      totals: {
        calls: Number(sums?.calls ?? 0),
        paid_calls: Number(sums?.paid ?? 0),
        free_calls: Number(sums?.free ?? 0),
        failed_uncharged: Number(sums?.failed ?? 0),
        spend_cents: centsOf(BigInt(sums?.spend ?? 0)),
        pass_covered_cents: Number(sums?.covered ?? 0),
      },
      groups: groups.rows.map(groupOf),
      balance,
      ...recent,
    }
  },
})

const DAY_MS = 86_400_000
/** Maximum difference between the clock of an ingress, which call ids begin with, and the database's. */
const SKEW_MS = 3_600_000

/** The lowest id (UUID v7) that a call of this time can have. The index of calls is by payer and id. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, ms - SKEW_MS)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

type Scope = { sql: string; values: string[] }
type GroupRow = Omit<UsageGroup, 'calls' | 'spend_cents' | 'errors'> & { calls: string; spend: string; errors: string }
type TotalsRow = Record<'calls' | 'paid' | 'free' | 'failed' | 'spend' | 'covered', string>
type RecentRow = { days: 1 | 7 | 30; slug: string; spend: string; calls: string; repeats: string; repeated: string }

/**
 * SQL condition for the caller's call rows. $1 is the account, the pass or the wallet's address; $2 is the wallet's
 * network.
 */
function scopeOf({ owner }: Caller): Scope {
  const [kind = '', ...rest] = owner.split(':')
  if (kind === 'account') return { sql: `c.account_id = $1::bigint and $2::text = ''`, values: [rest.join(':'), ''] }
  if (kind === 'pass') return { sql: `c.pass_id = $1::uuid and $2::text = ''`, values: [rest.join(':'), ''] }
  return {
    sql: `c.payer = 'x402' and c.id in (select p.call_id from payment_proof p where p.network = $2 and p.payer = $1)`,
    values: [rest.at(-1) ?? '', rest.slice(0, -1).join(':')],
  }
}

const groupOf = ({ key, calls, spend, errors, p50_ms, last_called_at }: GroupRow): UsageGroup => ({
  key,
  calls: Number(calls),
  spend_cents: centsOf(BigInt(spend)),
  errors: Number(errors),
  p50_ms: p50_ms === null ? null : Math.round(p50_ms * 10) / 10,
  last_called_at,
})

async function recentOf(call: StoreCall, scope: Scope, facts: [string, { inGuards: boolean }][], kind: string) {
  const values = [...scope.values, call.effectId, firstIdOf(Date.now() - 30 * DAY_MS)]
  // SQL: sums over three spans, and calls whose body was sent before.
  const { rows } = await call.db.pg.query<RecentRow>({ name: `usage-${kind}-recent`, text: RECENT(scope.sql), values })
  const guards = new Set(facts.filter(([, { inGuards }]) => inGuards).map(([slug]) => slug))
  const spent = (lines: RecentRow[]) => centsOf(lines.reduce((sum, { spend }) => sum + BigInt(spend), 0n))
  const day = rows.filter(({ days }) => days === 1)
  return {
    recent: ([1, 7, 30] as const).map((days) => {
      const lines = rows.filter((row) => row.days === days)
      return { days, spendCents: spent(lines), guardsCents: spent(lines.filter(({ slug }) => guards.has(slug))) }
    }),
    repeatedCents: centsOf(day.reduce((sum, { repeated }) => sum + BigInt(repeated), 0n)),
    repeatedCalls: day.reduce((sum, { repeats }) => sum + Number(repeats), 0),
    paidSlugs: day.filter(({ spend }) => spend !== '0').map(({ slug }) => slug),
  }
}

async function balanceOf({ db }: StoreCall, { owner, credential }: Caller): Promise<Usage['balance']> {
  if (credential === 'x402') return { balance_cents: null, credential: 'wallet', expires_at: null }
  const id = owner.slice(owner.indexOf(':') + 1)
  const em = await db.em()
  if (credential === 'pass') {
    const pass = await em.findOne(Pass, id)
    return { balance_cents: null, credential: 'pass', expires_at: pass?.validUntil.toISOString() ?? null }
  }
  const account = await em.findOne(Account, BigInt(id))
  return {
    balance_cents: centsOf(account === null ? 0n : account.posted - account.held),
    credential: credential === 'trial' ? 'trial' : 'key',
    expires_at: account?.expiresAt?.toISOString() ?? null,
  }
}

/**
 * SQL: finished calls accepted from $3 until $4, without this call ($5), of one agent label ($6, null for all). $7 to
 * $9 are slugs, packs and cents; $10 is the lowest id.
 */
const ENDED = (scope: string) => `
ended as (
  select c.slug, c.payer, c.state, c.price, c.run_ms, c.accepted_at, c.agent_id, c.finished_at
  from call c
  where ${scope} and c.id <> $5::uuid and c.id >= $10::uuid and c.accepted_at >= $3::timestamptz and c.accepted_at < $4::timestamptz and c.finished_at is not null
    and ($6::text is null or c.agent_id = $6)
),
known as (select * from unnest($7::text[], $8::text[], $9::int[]) as k(slug, pack, cents))`

const KEYS: Record<UsageWanted['groupBy'], string> = {
  slug: 'e.slug',
  day: `to_char(e.accepted_at at time zone 'utc', 'YYYY-MM-DD')`,
  pack: `coalesce(k.pack, 'unknown')`,
  agent: `coalesce(e.agent_id, '(none)')`,
  rail: `case e.payer when 'prepaid' then 'prepaid_key' when 'trial' then 'trial_key' else e.payer end`,
}

const GROUPS = (scope: string, by: UsageWanted['groupBy']) => `
with ${ENDED(scope)}
select ${KEYS[by]} as key, count(*) as calls, coalesce(sum(e.price) filter (where e.state = 'captured'), 0) as spend,
  count(*) filter (where e.state = 'released') as errors,
  percentile_cont(0.5) within group (order by e.run_ms) as p50_ms, ${isoUtc('max(e.accepted_at)')} as last_called_at
from ended e left join known k on k.slug = e.slug
group by 1 order by 3 desc, 2 desc, 1 limit 500`

const TOTALS = (scope: string) => `
with ${ENDED(scope)}
select count(*) as calls,
  count(*) filter (where e.state = 'captured' and e.price > 0) as paid,
  count(*) filter (where e.state = 'captured' and e.price = 0) as free,
  count(*) filter (where e.state = 'released') as failed,
  coalesce(sum(e.price) filter (where e.state = 'captured'), 0) as spend,
  coalesce(sum(k.cents) filter (where e.state = 'captured' and e.payer = 'pass'), 0) as covered
from ended e left join known k on k.slug = e.slug`

const RECENT = (scope: string) => `
with spans as (select * from (values (1), (7), (30)) as s(days)),
paid as (
  select c.slug, c.price, c.input_digest, c.accepted_at from call c
  where ${scope} and c.id <> $3::uuid and c.id >= $4::uuid and c.state = 'captured' and c.price > 0 and c.accepted_at > now() - interval '30 days'
),
again as (
  select slug, count(*) as repeats, sum(price) as repeated from (
    select slug, price, row_number() over (partition by slug, input_digest order by accepted_at) as nth
    from paid where accepted_at > now() - interval '1 day'
  ) n where nth > 1 group by slug
)
select s.days, p.slug, sum(p.price) as spend, count(*) as calls,
  coalesce(max(a.repeats), 0) as repeats, coalesce(max(a.repeated), 0) as repeated
from spans s join paid p on p.accepted_at > now() - make_interval(days => s.days) left join again a on a.slug = p.slug
group by s.days, p.slug`
