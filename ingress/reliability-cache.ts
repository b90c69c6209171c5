import type { Pool as PgPool } from 'pg'

import { readReliability } from '#shared/calls/count-outcomes.ts'
import type { ServiceReliability } from '#shared/doors/context.ts'
import type { Log } from '#shared/log.ts'

import { type Refreshed, refreshEvery } from './refresh-every.ts'

const REFRESH_MS = 30_000

/** The reliability counts of the outcomes. */
export function reliabilityCache(pg: PgPool, log: Log): Refreshed<ReadonlyMap<string, ServiceReliability>> {
  const first: ReadonlyMap<string, ServiceReliability> = new Map()
  return refreshEvery(REFRESH_MS, { first, read: () => readReliability(pg), what: 'reliability counts', log })
}
