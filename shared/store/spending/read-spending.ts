import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { SpendPolicy } from '#shared/doors/spending.ts'

import type { SpendEntry as EarlierSpend, SpendLimit } from './judge-spend.ts'
import { SpendEntry } from './spend-entry.entity.ts'
import { SpendScope } from './spend-scope.entity.ts'

/** The scope of one agent label of one owner. `turn` is 0 when nothing was written yet. */
export type FoundScope = {
  owner: string
  agentId: string
  turn: bigint
  stored: SpendPolicy | null
  entry: (EarlierSpend & { expiresAt: Date }) | null
}

/** Reads a scope at a time, and its entry of a nonce or an id. */
export async function readScope(
  em: EntityManager,
  { owner, agentId, at }: { owner: string; agentId: string; at: Date },
  wanted: { nonce: string } | { id: string },
): Promise<FoundScope> {
  const scope = await em.findOne(SpendScope, { owner, agentId })
  // Read after the turn, so that whoever changes it meanwhile has taken the next turn.
  const entry = await em.findOne(SpendEntry, { owner, agentId, ...wanted })
  return {
    owner,
    agentId,
    turn: scope?.turn ?? 0n,
    stored: scope === null ? null : policyOf(scope),
    entry:
      entry === null
        ? null
        : {
            id: entry.id,
            nonce: entry.nonce,
            amountCents: Number(entry.amountCents),
            payee: entry.payee ?? null,
            state: entry.state,
            isExpired: entry.expiresAt <= at,
            expiresAt: entry.expiresAt,
          },
  }
}

const policyOf = ({ ceilingCents, windowSeconds, perCallMaxCents, allowPayees }: SpendScope): SpendPolicy | null =>
  typeof ceilingCents !== 'bigint' || typeof windowSeconds !== 'number'
    ? null
    : {
        ceilingCents: Number(ceilingCents),
        windowS: windowSeconds,
        perCallMaxCents: typeof perCallMaxCents === 'bigint' ? Number(perCallMaxCents) : null,
        allowPayees: allowPayees ?? null,
      }

/** Takes the turn after the one that was read. Returns false when another writer was quicker. */
export async function takeTurn(em: EntityManager, { owner, agentId, turn }: FoundScope): Promise<boolean> {
  if (turn > 0n) return (await em.nativeUpdate(SpendScope, { owner, agentId, turn }, { turn: turn + 1n })) === 1
  // Of two first writers, one violates the primary key.
  await em.insert(SpendScope, { owner, agentId, turn: 1n })
  return true
}

/** Reads the current use of each ceiling, and when `amountCents` more would fit. */
export async function readLimits(
  em: EntityManager,
  { owner, agentId, stored }: FoundScope,
  { amountCents, request }: { amountCents: number; request: SpendPolicy },
): Promise<SpendLimit[]> {
  const limits = [
    { which: 'request' as const, ...request },
    ...(stored === null ? [] : [{ which: 'stored' as const, ...stored }]),
  ]
  const which = limits.map((limit) => limit.which)
  const ceilings = limits.map(({ ceilingCents }) => ceilingCents)
  const windows = limits.map(({ windowS }) => windowS)
  // SQL: running sums over the entries of each window say when enough of them has left. An entry counts until it leaves
  // the window; a reservation until it expires, if that is sooner.
  const rows = await em.execute<LimitRow[]>(fragment`
with limits as (
  select * from unnest(${which}::text[], ${ceilings}::bigint[], ${windows}::int[]) with ordinality as l(which, ceiling, seconds, ord)
),
live as (
  select l.which, e.id, e.amount_cents, e.state,
    least(e.at + make_interval(secs => l.seconds), case when e.state = 'reserved' then e.expires_at end) as leaves
  from limits l join spend_entry e on e.owner = ${owner} and e.agent_id = ${agentId} and e.at > now() - make_interval(secs => l.seconds)
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
select u.which, u.ceiling, u.seconds, u.spent, u.reserved, ${OLDEST} as oldest,
  (select ceil(extract(epoch from min(f.leaves) - now()))::int from leaving f
    where f.which = u.which and u.spent + u.reserved + ${amountCents}::bigint > u.ceiling and f.freed >= u.spent + u.reserved + ${amountCents}::bigint - u.ceiling) as fits_in_s
from used u order by u.ord`)
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

type LimitRow = {
  which: SpendLimit['which']
  ceiling: string
  seconds: number
  spent: string
  reserved: string
  oldest: string | null
  fits_in_s: number | null
}

const OLDEST = raw(isoUtc('u.oldest'))
