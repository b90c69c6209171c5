import type { UpstreamProbe } from './probe.ts'
import { commerceProbes } from './commerce.ts'
import { dataProbes } from './data.ts'
import { intelProbes } from './intel.ts'
import { searchProbes } from './search.ts'

/**
 * Probes of `npm run check:upstreams`, one file per group. Every registry entry has a probe
 * (test/catalog/upstream-probes.test.ts) and a sample answer (test/support/upstream-samples/).
 */
export const upstreamProbes: readonly UpstreamProbe[] = [
  ...commerceProbes,
  ...dataProbes,
  ...searchProbes,
  ...intelProbes,
]
