import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'

/** The first pause. Each further one is twice as long, up to 64 times, until ten minutes passed without a pause. */
const PAUSE_S = 10
const MOST_STRIKES = 7

/**
 * Pauses an outcome that crashed its workers: the ingresses refuse its calls before any money moves. An outcome that is
 * paused already is not changed, so calls that are given up together count as one strike.
 */
export async function pauseOutcome(pg: PgPool, slug: string): Promise<void> {
  await pg.query({ name: 'outcome-pause', text: PAUSE, values: [slug] })
}

const PAUSE = `
insert into outcome_pause as p (slug, strikes, paused_until) values ($1, 1, now() + interval '${PAUSE_S} seconds')
on conflict (slug) do update set (strikes, paused_until) = (
  select n, now() + make_interval(secs => ${PAUSE_S} * 2 ^ (n - 1))
  from (select case when p.paused_until < now() - interval '10 minutes' then 1 else least(p.strikes + 1, ${MOST_STRIKES}) end as n) s
)
where p.paused_until <= now()`

/** Pauses an outcome for some minutes because an operator says so, whatever it was before; 0 minutes let it go on. */
export async function pauseOutcomeFor(pg: PgPool, slug: string, minutes: number): Promise<void> {
  await pg.query({ name: 'outcome-pause-for', text: PAUSE_FOR, values: [slug, minutes] })
}

const PAUSE_FOR = `
insert into outcome_pause (slug, strikes, paused_until) values ($1, 1, now() + make_interval(mins => $2::int))
on conflict (slug) do update set strikes = 1, paused_until = excluded.paused_until`

/** The name under which a whole pool is paused. No slug has a colon. */
export const drainName = (pool: Pool): string => `pool:${pool}`
