import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'

/**
 * At most `points` uses per window of `windowS` seconds. A window opens with its first use, by the database's clock.
 */
export type RateLimit = { name: string; points: number; windowS: number }
/** One use of a limit. `who` is a keyed hash (account-hashes.ts), so that the counters identify nobody. */
export type RateLimitUse = { rule: RateLimit; who: Buffer }

/**
 * Takes one use of each limit in one statement. Throws 429 `rate_limited` with Retry-After when one of them is
 * exhausted. All ingress processes share the rows, so concurrent uses are all counted. `refusal` is the error text.
 */
export async function consumeRateLimits(pg: PgPool, turns: readonly RateLimitUse[], refusal: string): Promise<void> {
  const { rows } = await pg.query<{ name: string; taken: number; left_s: number }>({
    name: 'turns-take',
    text: TAKE,
    values: [turns.map(({ rule }) => rule.name), turns.map(({ who }) => who), turns.map(({ rule }) => rule.windowS)],
  })
  const spent = rows.filter(
    ({ name, taken }) => taken > (turns.find(({ rule }) => rule.name === name)?.rule.points ?? 0),
  )
  if (spent.length === 0) return
  const retryAfterS = Math.max(...spent.map(({ left_s }) => left_s), 1)
  throw new Refusal('rate_limited', refusal, {
    retryAfterS,
    fix: { action: `Wait ${retryAfterS} s and send the request again.` },
  })
}

/** Gives back uses that should not count, such as those of a login with the right password. */
export async function giveBack(pg: PgPool, turns: readonly RateLimitUse[]): Promise<void> {
  // One row per statement: locking several rows in another order than above could deadlock.
  for (const { rule, who } of turns) await pg.query({ name: 'turns-give', text: GIVE, values: [rule.name, who] })
}

const TAKE = `
insert into limit_counter as c (name, who, ends_at, taken)
  select name, who, now() + make_interval(secs => window_s), 1
  from unnest($1::text[], $2::bytea[], $3::int[]) as t (name, who, window_s) order by name, who
on conflict (name, who) do update set
  taken = case when c.ends_at <= now() then 1 else least(c.taken, 1000000) + 1 end,
  started_at = case when c.ends_at <= now() then now() else c.started_at end,
  ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
returning name, taken, ceil(extract(epoch from ends_at - now()))::int as left_s`

const GIVE = `update limit_counter set taken = greatest(0, taken - 1) where name = $1 and who = $2 and ends_at > now()`
