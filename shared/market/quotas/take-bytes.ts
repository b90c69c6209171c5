import type { ClientBase, Pool as PgPool, PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'

import { ACCOUNT_QUOTAS, LEAST_BYTES, NETWORK_BYTES_PER_DAY } from './quotas.rules.ts'

/** Whose written bytes are counted, as keyed hashes. `account` is null while the account is being opened. */
export type Writer = { account: Buffer | null; network: Buffer }
/** Whose storage is claimed. */
export type Storer = Writer & { accountId: string; account: Buffer }
/** Bytes taken from counters, in whole KiB. `ends_at` identifies the window of a counter. */
export type TakenBytes = { kib: number; counters: { name: string; who: Buffer; ends_at: string }[] }

export const NOTHING_TAKEN: TakenBytes = { kib: 0, counters: [] }

const BYTES_OF_ACCOUNT = 'bytes-account'
const kibOf = (bytes: number) => (bytes === 0 ? 0 : Math.ceil(Math.max(bytes, LEAST_BYTES) / 1024))

/**
 * Takes bytes from the 24-hour budgets of an account and its network, inside the caller's transaction; a refused take
 * rolls back with it. Throws 429 `byte_budget` with the seconds until the window ends.
 */
export async function takeBytes(
  tx: PoolClient,
  { account, network }: Writer,
  { bytes, isYoung }: { bytes: number; isYoung: boolean },
): Promise<TakenBytes> {
  const kib = kibOf(bytes)
  if (kib === 0) return NOTHING_TAKEN
  const age = isYoung ? 'young' : 'full'
  const limits = [
    ...(account === null
      ? []
      : [{ name: BYTES_OF_ACCOUNT, who: account, limit: ACCOUNT_QUOTAS.bytes_per_day[age], whose: 'Your account' }]),
    { name: 'bytes-network', who: network, limit: NETWORK_BYTES_PER_DAY.all, whose: 'All accounts of your network' },
    ...(isYoung
      ? [
          {
            name: 'bytes-young-network',
            who: network,
            limit: NETWORK_BYTES_PER_DAY.young,
            whose: 'The new accounts of your network, together,',
          },
        ]
      : []),
  ]
  const { rows } = await tx.query<{ name: string; taken: number; ends_at: string; left_s: number }>(TAKE, [
    limits.map(({ name }) => name),
    limits.map(({ who }) => who),
    kib,
  ])
  const counters = limits.map(({ name, who, limit, whose }) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) throw new Error('a counter of bytes was not written')
    if (row.taken * 1024 > limit) throw spent(whose, { limit, used: (row.taken - kib) * 1024, left_s: row.left_s })
    return { name, who, ends_at: row.ends_at }
  })
  return { kib, counters }
}

/** Gives back bytes that were not stored after all: those taken above `storedBytes`. */
export async function giveBackBytes(pg: PgPool, { kib, counters }: TakenBytes, storedBytes: number): Promise<void> {
  const back = kib - kibOf(storedBytes)
  if (back <= 0) return
  // One row per statement: locking several rows in another order than above could deadlock.
  for (const { name, who, ends_at } of counters) await pg.query(GIVE, [name, who, ends_at, back])
}

/**
 * Reads how many bytes an account has written in its current window, and when the window ends (ISO 8601). Zero and null
 * when there is no open window.
 */
export async function readBytes(
  sql: ClientBase | PgPool,
  account: Buffer,
): Promise<{ used: number; resets_at: string | null }> {
  const { rows } = await sql.query<{ taken: number; ends_at: Date }>(READ, [BYTES_OF_ACCOUNT, account])
  const [row] = rows
  return row === undefined
    ? { used: 0, resets_at: null }
    : { used: row.taken * 1024, resets_at: new Date(row.ends_at).toISOString() }
}

function spent(whose: string, { limit, used, left_s }: { limit: number; used: number; left_s: number }): Refusal {
  const retryAfterS = Math.max(1, left_s)
  return new Refusal(
    'byte_budget',
    `${whose} may store ${limit.toLocaleString('en')} bytes in 24 hours, of which ${used.toLocaleString('en')} are used. Nothing was stored.`,
    {
      retryAfterS,
      fix: { action: `Wait ${retryAfterS} s, or send less.`, method: 'GET', path: '/api/auth/me' },
      extra: { quota: { name: 'bytes_per_day', used, limit } },
    },
  )
}

const TAKE = `
insert into limit_counter as c (name, who, ends_at, taken)
  select name, who, now() + interval '1 day', $3::int from unnest($1::text[], $2::bytea[]) as t (name, who) order by name, who
on conflict (name, who) do update set
  taken = case when c.ends_at <= now() then 0 else c.taken end + excluded.taken,
  started_at = case when c.ends_at <= now() then now() else c.started_at end,
  ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
returning name, taken, ends_at::text, ceil(extract(epoch from ends_at - now()))::int as left_s`

const GIVE = `
update limit_counter set taken = greatest(0, taken - $4) where name = $1 and who = $2 and ends_at = $3::timestamptz`

const READ = `select taken, ends_at from limit_counter where name = $1 and who = $2 and ends_at > now()`
