import type { Log } from '#shared/log.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { type Refreshed, refreshEvery } from '#ingress/refresh-every.ts'

const REFRESH_MS = 2_000

/** The pools as last read, for unpaid calls: they must not wait for the database. What could be read stays. */
export function poolWatch(pools: IngressDeps['pools'], log: Log): Refreshed<ReturnType<IngressDeps['lastPools']>> {
  let last: ReturnType<IngressDeps['lastPools']> = null
  const read = async () => (last = (await pools()) ?? last)
  return refreshEvery(REFRESH_MS, { first: last, read, what: 'pools', log })
}
