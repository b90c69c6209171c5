import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { SpendPolicy } from '#shared/doors/spending.ts'

import type { SpendEntry, SpendLimit } from './judge-spend.ts'

/** The scope of one agent label of one owner. `turn` is 0 when nothing was written yet. */
export type SpendScope = { turn: number; stored: SpendPolicy | null; entry: SpendEntry | null; now: Date }

/** Reads a scope, and its entry by nonce or by id if one is given. */
export async function readScope(
  pg: PgPool,
  owner: string,
  agentId: string,
  wanted: { nonce: string | null; id: string | null },
): Promise<SpendScope> {
  const values = [owner, agentId, wanted.nonce, wanted.id]
  const { rows } = await pg.query<ScopeRow>({ name: 'spend-scope', text: SCOPE, values })
  const [row] = rows
  if (row === undefined) throw new Error('the scope of a spend is one row')
  return {
    turn: Number(row.turn ?? 0),
    now: new Date(row.now),
    stored:
      row.ceiling_cents === null || row.window_seconds === null
        ? null
        : {
            ceilingCents: Number(row.ceiling_cents),
            windowS: row.window_seconds,
            perCallMaxCents: row.per_call_max_cents === null ? null : Number(row.per_call_max_cents),
            allowPayees: row.allow_payees,
          },
    entry:
      row.id === null
        ? null
        : {
            id: row.id,
            nonce: row.nonce ?? '',
            amountCents: Number(row.amount_cents),
            payee: row.payee,
            state: row.state ?? 'released',
            isExpired: row.is_expired ?? false,
          },
  }
}

/** Reads the current use of each ceiling, and when `amountCents` more would fit. */
export async function readLimits(
  pg: PgPool,
  owner: string,
  agentId: string,
  amountCents: number,
  policies: { request: SpendPolicy; stored: SpendPolicy | null },
): Promise<SpendLimit[]> {
  const limits = [
    { which: 'request' as const, ...policies.request },
    ...(policies.stored === null ? [] : [{ which: 'stored' as const, ...policies.stored }]),
  ]
  const values = [
    owner,
    agentId,
    amountCents,
    limits.map(({ which }) => which),
    limits.map(({ ceilingCents }) => ceilingCents),
    limits.map(({ windowS }) => windowS),
  ]
  const { rows } = await pg.query<LimitRow>({ name: 'spend-limits', text: LIMITS, values })
  return rows.map((row) => ({
    which: row.which,
    ceilingCents: Number(row.ceiling),
    windowS: row.seconds,
    spentCents: Number(row.spent),
    reservedCents: Number(row.reserved),
    oldestExpiresAt: row.oldest,
    fitsInS: row.fits_in_s,
  }))
}

/** Counts an owner's committed spends to any of these payees, for all agent labels. */
export async function countPaid(pg: PgPool, owner: string, payees: readonly string[]): Promise<number> {
  const { rows } = await pg.query<{ paid: number }>({
    name: 'spend-paid',
    text: `select count(*)::int as paid from spend_entry where owner = $1 and state = 'committed' and payee = any($2)`,
    values: [owner, payees],
  })
  return rows[0]?.paid ?? 0
}

type ScopeRow = {
  now: string
  turn: string | null
  ceiling_cents: string | null
  window_seconds: number | null
  per_call_max_cents: string | null
  allow_payees: string[] | null
  id: string | null
  nonce: string | null
  amount_cents: string | null
  payee: string | null
  state: SpendEntry['state'] | null
  is_expired: boolean | null
}
type LimitRow = {
  which: SpendLimit['which']
  ceiling: string
  seconds: number
  spent: string
  reserved: string
  oldest: string | null
  fits_in_s: number | null
}

const SCOPE = `
select ${isoUtc('now()')} as now, s.turn, s.ceiling_cents, s.window_seconds, s.per_call_max_cents, s.allow_payees,
  e.id, e.nonce, e.amount_cents, e.payee, e.state, e.expires_at <= now() as is_expired
from (select) one
left join spend_scope s on s.owner = $1 and s.agent_id = $2
left join spend_entry e on e.owner = $1 and e.agent_id = $2 and (e.nonce = $3::text or e.id = $4::text)`

// An entry counts until it leaves the window; a reservation until it expires, if that is sooner.
const LIMITS = `
with limits as (
  select * from unnest($4::text[], $5::bigint[], $6::int[]) with ordinality as l(which, ceiling, seconds, ord)
),
live as (
  select l.which, e.id, e.amount_cents, e.state,
    least(e.at + make_interval(secs => l.seconds), case when e.state = 'reserved' then e.expires_at end) as leaves
  from limits l join spend_entry e on e.owner = $1 and e.agent_id = $2 and e.at > now() - make_interval(secs => l.seconds)
    and (e.state = 'committed' or (e.state = 'reserved' and e.expires_at > now()))
),
leaving as (
  select which, leaves, sum(amount_cents) over (partition by which order by leaves, id) as freed from live
),
used as (
  select l.*, coalesce(sum(v.amount_cents) filter (where v.state = 'committed'), 0) as spent,
    coalesce(sum(v.amount_cents) filter (where v.state = 'reserved'), 0) as reserved, min(v.leaves) as oldest
  from limits l left join live v on v.which = l.which group by l.which, l.ceiling, l.seconds, l.ord
)
select u.which, u.ceiling, u.seconds, u.spent, u.reserved, ${isoUtc('u.oldest')} as oldest,
  (select ceil(extract(epoch from min(f.leaves) - now()))::int from leaving f
    where f.which = u.which and u.spent + u.reserved + $3::bigint > u.ceiling and f.freed >= u.spent + u.reserved + $3::bigint - u.ceiling) as fits_in_s
from used u order by u.ord`
