import type { UpstreamProbe } from './probe.ts'
import { commerceProbes } from './probes/commerce.ts'
import { dataProbes } from './probes/data.ts'
import { intelProbes } from './probes/intel.ts'
import { searchProbes } from './probes/search.ts'

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
