import type { Pool as PgPool } from 'pg'

import { readReliability } from '#shared/calls/count-outcomes.ts'
import type { Log } from '#shared/log.ts'
import type { ServiceReliability } from '#shared/doors/context.ts'

const REFRESH_MS = 30_000

/** Reliability counts as last read; refreshed in the background so that the catalog never asks the database. */
export function reliabilityCache(
  pg: PgPool,
  log: Log,
): { read: () => ReadonlyMap<string, ServiceReliability>; stop: () => void } {
  let board: ReadonlyMap<string, ServiceReliability> = new Map()
  const refresh = () =>
    void readReliability(pg).then(
      (fresh) => (board = fresh),
      (error: unknown) => log.warn({ err: error }, 'reliability counts could not be read; the last ones stay'),
    )
  refresh()
  const timer = setInterval(refresh, REFRESH_MS)
  return { read: () => board, stop: () => clearInterval(timer) }
}
