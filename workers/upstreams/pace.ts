import type { Pool as PgPool } from 'pg'

import { UpstreamError } from '#shared/doors/upstreams.ts'
import type { Log } from '#shared/log.ts'
import type { Upstream } from '#shared/upstreams/registry.ts'

const PER_SECOND = 10

/** Rate limit of each upstream (or of each server of a family), shared by all workers. */
export type Pace = {
  /**
   * Takes a token and returns the milliseconds to wait before using it. Throws `rate_limited` if that exceeds `roomMs`.
   */
  take: (id: string, upstream: Upstream, roomMs: number) => Promise<number>
  /** Blocks an upstream for a period that it asked for. */
  pause: (id: string, upstream: Upstream, pauseMs: number) => Promise<void>
}

/**
 * Token bucket with one row per upstream (GCRA): `next_at` is the theoretical arrival time. Uses the database clock. If
 * the database is down, requests are not limited: calls cannot finish then anyway.
 */
export function sharedPace(pg: PgPool, log: Log): Pace {
  return {
    async take(id, upstream, roomMs) {
      const { stepMs, slackMs } = bucketOf(upstream)
      try {
        const { rows } = await pg.query<{ ahead_ms: number }>({
          name: 'upstream-pace-take',
          text: `insert into upstream_pace as p (upstream, next_at) values ($1, clock_timestamp() + make_interval(secs => $2))
            on conflict (upstream) do update
              set next_at = greatest(p.next_at, clock_timestamp()) + make_interval(secs => $2)
              where p.next_at <= clock_timestamp() + make_interval(secs => $3)
            returning extract(epoch from p.next_at - clock_timestamp())::float8 * 1000 as ahead_ms`,
          values: [id, stepMs / 1_000, (slackMs + Math.max(roomMs, 0)) / 1_000],
        })
        if (rows[0] !== undefined) return Math.max(rows[0].ahead_ms - stepMs - slackMs, 0)
      } catch (error) {
        log.warn({ err: error, upstream: id }, 'upstream pace not kept')
        return 0
      }
      throw new UpstreamError('rate_limited', 'its rate leaves no room in time', {
        retryAfterMs: await freeIn(pg, id, slackMs),
      })
    },
    async pause(id, upstream, pauseMs) {
      await pg
        .query({
          name: 'upstream-pace-pause',
          text: `insert into upstream_pace as p (upstream, next_at) values ($1, clock_timestamp() + make_interval(secs => $2))
            on conflict (upstream) do update set next_at = greatest(p.next_at, excluded.next_at)`,
          values: [id, (pauseMs + bucketOf(upstream).slackMs) / 1_000],
        })
        .catch((error: unknown) => log.warn({ err: error, upstream: id }, 'upstream pause not kept'))
    },
  }
}

/** Milliseconds between two tokens, and how far a burst may run ahead of the steady rate, in milliseconds. */
export function bucketOf({ perSecond = PER_SECOND, burst }: Pick<Upstream, 'perSecond' | 'burst'>) {
  const stepMs = 1_000 / perSecond
  return { stepMs, slackMs: stepMs * ((burst ?? Math.max(1, Math.round(perSecond * 2))) - 1) }
}

async function freeIn(pg: PgPool, id: string, slackMs: number): Promise<number | undefined> {
  const { rows } = await pg
    .query<{ ahead_ms: number }>(
      `select extract(epoch from next_at - clock_timestamp())::float8 * 1000 as ahead_ms from upstream_pace where upstream = $1`,
      [id],
    )
    .catch(() => ({ rows: [] }))
  return rows[0] === undefined ? undefined : Math.max(rows[0].ahead_ms - slackMs, 0)
}
