import type { UpstreamProbe } from './probe.ts'
import { commerceProbes } from './commerce.ts'
import { dataProbes } from './data.ts'
import { intelProbes } from './intel.ts'
import { searchProbes } from './search.ts'

/**
 * What `npm run check:upstreams` asks, one file for each group of upstreams; every entry of the registry has a probe
 * (test/catalog/upstream-probes.test.ts) and a sample of what it answers (test/support/upstream-samples/).
 */
export const upstreamProbes: readonly UpstreamProbe[] = [
  ...commerceProbes,
  ...dataProbes,
  ...searchProbes,
  ...intelProbes,
]
