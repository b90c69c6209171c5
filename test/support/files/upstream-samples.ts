import { commerceSamples } from '../upstream-samples/commerce.ts'
import { dataSamples } from '../upstream-samples/data.ts'
import { intelSamples } from '../upstream-samples/intel.ts'
import type { UpstreamSamples } from '../upstream-samples/sample.ts'
import { searchSamples } from '../upstream-samples/search.ts'

/** What each upstream of the registry answers to its probe (workers/upstreams/probes/probes.ts), one file for each group. */
export const upstreamSamples: UpstreamSamples = {
  ...commerceSamples,
  ...dataSamples,
  ...searchSamples,
  ...intelSamples,
}
