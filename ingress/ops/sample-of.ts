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

/** A pool's sample; one that nobody serves and that has no calls is not in the samples and counts as zeros. */
export const sampleOf = (samples: ReadonlyMap<Pool, PoolSample> | null, pool: Pool): PoolSample =>
  samples?.get(pool) ?? IDLE
