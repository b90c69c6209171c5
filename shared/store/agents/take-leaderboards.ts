import type { Pool as PgPool } from 'pg'

import { scoreAgent } from '#shared/engines/reputation/score-agent.ts'
import type { LeaderboardMetric, LeaderboardPeriod } from '#shared/doors/agents.ts'

import type { StoreKeys } from '../store-keys.ts'
import { BY_SELF, IS_WALLET, readEvidence, STANDS } from './read-evidence.ts'

const METRICS: readonly LeaderboardMetric[] = [
  'reputation',
  'settled_volume',
  'calls',
  'jobs_completed',
  'attestations',
]
const PERIODS: Record<LeaderboardPeriod, number | null> = { '24h': 24, '7d': 168, '30d': 720, all: null }
/** Maximum number of agents per leaderboard. */
const MOST_RANKED = 10_000
const AGENTS_AT_ONCE = 200

type Standing = { agent_id: string; handle: string; value: number; n: number }

/** Computes a new snapshot of every leaderboard. Agents that opted out and trial credentials are on none. */
export async function takeLeaderboards(pg: PgPool, keys: StoreKeys, now = new Date()): Promise<void> {
  for (const metric of METRICS) {
    for (const period of ['24h', '7d', '30d', 'all'] as const) {
      const hours = PERIODS[period]
      const from = hours === null ? null : new Date(now.getTime() - hours * 3_600_000)
      const standings = await standingsOf(pg, keys, { metric, from, now })
      // SQL: replaces a whole leaderboard and says how ranks changed, in one statement.
      await pg.query(STORE, [metric, period, from, now, JSON.stringify(standings)])
    }
  }
}

async function standingsOf(
  pg: PgPool,
  keys: StoreKeys,
  { metric, from, now }: { metric: LeaderboardMetric; from: Date | null; now: Date },
): Promise<Standing[]> {
  if (metric === 'reputation') return reputations(pg, from, now)
  if (metric === 'jobs_completed' || metric === 'attestations') {
    const kind = metric === 'attestations' ? 'attested' : 'delivered'
    // SQL: counts evidence by agent, counterparty and day.
    return (await pg.query<Standing>(BY_EVIDENCE, [kind, from, MOST_RANKED])).rows
  }
  const column = metric === 'calls' ? 'calls' : 'captured_micro'
  // SQL: sums over the hours of each agent.
  const { rows } = await pg.query<Standing & { owner: string }>(byCalls(column), [from, MOST_RANKED])
  return rows.map(({ owner, ...row }) => ({ ...row, handle: `${row.agent_id}#${keys.ownerTag(owner)}` }))
}

/** Ranks agents by the lower bound of their score, so that a few good ratings do not win. */
async function reputations(pg: PgPool, from: Date | null, now: Date): Promise<Standing[]> {
  // SQL: counts the counterparties of each agent.
  const { rows } = await pg.query<{ agent_id: string }>(ELIGIBLE, [from])
  const standings: Standing[] = []
  for (let at = 0; at < rows.length; at += AGENTS_AT_ONCE) {
    const agentIds = rows.slice(at, at + AGENTS_AT_ONCE).map(({ agent_id }) => agent_id)
    for (const [agentId, evidence] of await readEvidence(pg, { agentIds, asOf: now, since: from })) {
      const { interval, counterparties } = scoreAgent(evidence, now)
      if (interval === null) continue
      standings.push({ agent_id: agentId, handle: agentId, value: interval.low, n: counterparties })
    }
  }
  return standings.toSorted((a, b) => b.value - a.value).slice(0, MOST_RANKED)
}

/**
 * SQL: an agent label is off the leaderboards because its proven holder opted out: the owner of the claimed label, or
 * the wallet itself.
 */
const HIDDEN = (agent: string) => `
exists (select from agent_opt_out o left join square_label l on l.label = o.agent_id
  where o.agent_id = ${agent} and (o.owner = l.owner or ${IS_WALLET('o.owner', 'o.agent_id')}))`

const ELIGIBLE = `
select agent_id from reputation_evidence e
where not is_trial and ($1::timestamptz is null or at > $1) and not ${HIDDEN('e.agent_id')}
group by agent_id having count(distinct coalesce(cluster, counterparty)) >= 3`

/** Maximum number of rows of one counterparty that count per day, as for a score. */
const ROWS_A_DAY = 5

const BY_EVIDENCE = `
select agent_id, agent_id as handle, sum(least(rows, ${ROWS_A_DAY}))::float8 as value, count(distinct party)::int as n
from (
  select agent_id, coalesce(cluster, counterparty) as party, count(*)::int as rows
  from reputation_evidence e
  where kind = $1 and not is_trial and ($2::timestamptz is null or at > $2) and ${STANDS('e', 'now()')}
    and not ${BY_SELF('e')} and not ${HIDDEN('e.agent_id')}
  group by agent_id, party, date_trunc('day', at)
) counted
group by agent_id order by 3 desc limit $3::int`

const byCalls = (column: string) => `
select owner, agent_id, '' as handle, ${column === 'calls' ? 'sum(calls)' : 'round(sum(captured_micro) / 10000)'}::float8 as value, sum(calls)::int as n
from agent_stat s
where not is_trial and ($1::timestamptz is null or hour >= date_trunc('hour', $1::timestamptz))
  and not exists (select from agent_opt_out o where o.owner = s.owner and o.agent_id = s.agent_id)
group by owner, agent_id having sum(${column}) > 0 order by 4 desc limit $2::int`

// Equal values share a rank and the next one is left out (1, 1, 3).
const STORE = `
with old as (delete from leaderboard_entry where metric = $1 and period = $2 returning handle, rank),
was as materialized (select * from old),
ranked as (
  select s.*, rank() over (order by s.value desc)::int as rank
  from json_to_recordset($5::json) as s(agent_id text, handle text, value float8, n int)
),
stored as (
  insert into leaderboard_entry (metric, period, rank, agent_id, handle, value, n, change_rank)
  select $1, $2, r.rank, r.agent_id, r.handle, r.value, r.n, was.rank - r.rank from ranked r left join was on was.handle = r.handle
)
insert into leaderboard (metric, period, from_at, taken_at, total)
values ($1, $2, $3, $4, json_array_length($5::json))
on conflict (metric, period) do update set from_at = excluded.from_at, taken_at = excluded.taken_at, total = excluded.total`
