import type { Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '../deps.ts'

const IDLE: PoolSample = {
  workers: 0,
  slots: 0,
  open: 0,
  runMs: 0,
  oldestWaitMs: 0,
  paused: new Set(),
  lacks: new Set(),
  notices: [],
  openByKey: new Map(),
  openByOtherKeys: 0,
}

/** Sample of a pool. Missing samples count as zeros: no worker and no calls. */
export const sampleOf = (samples: ReadonlyMap<Pool, PoolSample> | null, pool: Pool): PoolSample =>
  samples?.get(pool) ?? IDLE
