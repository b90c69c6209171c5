import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import { Account } from '#shared/money/account.entity.ts'
import { Pass } from '#shared/money/passes/pass.entity.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import type { Usage, UsageDoor, UsageGroup, UsageWanted } from '#shared/doors/agents.ts'

import type { Caller } from '../caller.ts'
import { all, type Fragment, given } from '../conditions.ts'
import type { StoreCall } from '../store-call.ts'

/** Catalog facts by slug: the store groups calls by pack, and prices what a day pass covers. */
export type SlugFacts = ReadonlyMap<string, { pack: string; inGuards: boolean; cents: number }>

/** Usage of the credential that pays this call, from the call rows, which are the ledger of calls. */
export const usageDoor = (call: StoreCall, slugs: SlugFacts): UsageDoor => ({
  async read(wanted) {
    const caller = await call.caller()
    const scope = scopeOf(caller)
    const em = await call.db.em()
    const ended = endedOf(call, scope, wanted)
    const known = knownOf(slugs)
    const [groups, [sums], recent, balance] = await Promise.all([
      // SQL: calls by slug, day, pack, agent or rail, joined with facts of the catalog.
      em.execute<GroupRow[]>(fragment`
with ended as (${ended}), known as (${known})
select ${KEYS[wanted.groupBy]} as key, count(*) as calls, coalesce(sum(e.price) filter (where e.state = 'captured'), 0) as spend,
  count(*) filter (where e.state = 'released') as errors,
  percentile_cont(0.5) within group (order by e.run_ms) as p50_ms, ${LAST_CALLED_AT} as last_called_at
from ended e left join known k on k.slug = e.slug
group by 1 order by 3 desc, 2 desc, 1 limit 500`),
      // SQL: sums over the same calls.
      em.execute<TotalsRow[]>(fragment`
with ended as (${ended}), known as (${known})
select count(*) as calls,
  count(*) filter (where e.state = 'captured' and e.price > 0) as paid,
  count(*) filter (where e.state = 'captured' and e.price = 0) as free,
  count(*) filter (where e.state = 'released') as failed,
  coalesce(sum(e.price) filter (where e.state = 'captured'), 0) as spend,
  coalesce(sum(k.cents) filter (where e.state = 'captured' and e.payer = 'pass'), 0) as covered
from ended e left join known k on k.slug = e.slug`),
      recentOf(call, scope, slugs),
      balanceOf(em, caller),
    ])
    return {
      totals: {
        calls: Number(sums?.calls ?? 0),
        paid_calls: Number(sums?.paid ?? 0),
        free_calls: Number(sums?.free ?? 0),
        failed_uncharged: Number(sums?.failed ?? 0),
        spend_cents: centsOf(BigInt(sums?.spend ?? 0)),
        pass_covered_cents: Number(sums?.covered ?? 0),
      },
      groups: groups.map(groupOf),
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

type GroupRow = Omit<UsageGroup, 'calls' | 'spend_cents' | 'errors'> & { calls: string; spend: string; errors: string }
type TotalsRow = Record<'calls' | 'paid' | 'free' | 'failed' | 'spend' | 'covered', string>
type RecentRow = { days: 1 | 7 | 30; slug: string; spend: string; calls: string; repeats: string; repeated: string }

/** SQL condition: a row of `call c` is the caller's. */
function scopeOf({ owner }: Caller): Fragment {
  const [kind = '', ...rest] = owner.split(':')
  const id = rest.join(':')
  if (kind === 'account') return fragment`c.account_id = ${id}::bigint`
  if (kind === 'pass') return fragment`c.pass_id = ${id}::uuid`
  const [network, payer] = [rest.slice(0, -1).join(':'), rest.at(-1) ?? '']
  return fragment`c.payer = 'x402' and c.id in (select p.call_id from payment_proof p where p.network = ${network} and p.payer = ${payer})`
}

/** SQL: the caller's finished calls of a time, without this call, and of one agent label if it is given. */
const endedOf = ({ effectId }: StoreCall, scope: Fragment, { from, to, agentId }: UsageWanted): Fragment => {
  const firstId = firstIdOf(from.getTime())
  const matches = all(
    fragment`${scope} and c.id <> ${effectId}::uuid and c.id >= ${firstId}::uuid and c.finished_at is not null`,
    fragment`c.accepted_at >= ${from}::timestamptz and c.accepted_at < ${to}::timestamptz`,
    given(agentId, (label) => fragment`c.agent_id = ${label}`),
  )
  return fragment`
  select c.slug, c.payer, c.state, c.price, c.run_ms, c.accepted_at, c.agent_id, c.finished_at from call c where ${matches}`
}

/** SQL: the facts of the catalog as rows. */
const knownOf = (slugs: SlugFacts): Fragment => {
  const packs = [...slugs.values()].map(({ pack }) => pack)
  const cents = [...slugs.values()].map((fact) => fact.cents)
  return fragment`select * from unnest(${[...slugs.keys()]}::text[], ${packs}::text[], ${cents}::int[]) as k(slug, pack, cents)`
}

const groupOf = ({ key, calls, spend, errors, p50_ms, last_called_at }: GroupRow): UsageGroup => ({
  key,
  calls: Number(calls),
  spend_cents: centsOf(BigInt(spend)),
  errors: Number(errors),
  p50_ms: p50_ms === null ? null : Math.round(p50_ms * 10) / 10,
  last_called_at,
})

async function recentOf({ db, effectId }: StoreCall, scope: Fragment, slugs: SlugFacts) {
  const em = await db.em()
  const firstId = firstIdOf(Date.now() - 30 * DAY_MS)
  // SQL: sums over three spans, and calls whose body was sent before.
  const rows = await em.execute<RecentRow[]>(fragment`
with spans as (select * from (values (1), (7), (30)) as s(days)),
paid as (
  select c.slug, c.price, c.input_digest, c.accepted_at from call c
  where ${scope} and c.id <> ${effectId}::uuid and c.id >= ${firstId}::uuid and c.state = 'captured' and c.price > 0
    and c.accepted_at > now() - interval '30 days'
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
group by s.days, p.slug`)
  const spent = (lines: RecentRow[]) => centsOf(lines.reduce((sum, { spend }) => sum + BigInt(spend), 0n))
  const day = rows.filter(({ days }) => days === 1)
  return {
    recent: ([1, 7, 30] as const).map((days) => {
      const lines = rows.filter((row) => row.days === days)
      return {
        days,
        spendCents: spent(lines),
        guardsCents: spent(lines.filter(({ slug }) => slugs.get(slug)?.inGuards === true)),
      }
    }),
    repeatedCents: centsOf(day.reduce((sum, { repeated }) => sum + BigInt(repeated), 0n)),
    repeatedCalls: day.reduce((sum, { repeats }) => sum + Number(repeats), 0),
    paidSlugs: day.filter(({ spend }) => spend !== '0').map(({ slug }) => slug),
  }
}

async function balanceOf(em: EntityManager, { owner, credential }: Caller): Promise<Usage['balance']> {
  if (credential === 'x402') return { balance_cents: null, credential: 'wallet', expires_at: null }
  const id = owner.slice(owner.indexOf(':') + 1)
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

const KEYS: Record<UsageWanted['groupBy'], Fragment> = {
  slug: fragment`e.slug`,
  day: fragment`to_char(e.accepted_at at time zone 'utc', 'YYYY-MM-DD')`,
  pack: fragment`coalesce(k.pack, 'unknown')`,
  agent: fragment`coalesce(e.agent_id, '(none)')`,
  rail: fragment`case e.payer when 'prepaid' then 'prepaid_key' when 'trial' then 'trial_key' else e.payer end`,
}

const LAST_CALLED_AT = raw(isoUtc('max(e.accepted_at)'))
