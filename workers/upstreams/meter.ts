import { Counter, Histogram, type Registry } from 'prom-client'

import type { UpstreamProblem } from '#shared/doors/upstreams.ts'
import type { SourceId } from '#shared/upstreams/registry.ts'

/** Result of a source. Sources that were not needed are not counted. */
export type UpstreamResult = 'ok' | 'cached' | 'stale' | UpstreamProblem

/** Metrics of upstreams. */
export type UpstreamMeter = {
  answered: (id: SourceId, result: UpstreamResult) => void
  /** Latency of an answered request, in milliseconds. */
  took: (id: SourceId, ms: number) => void
}

export const silentMeter: UpstreamMeter = { answered: () => {}, took: () => {} }

/** Counts upstream answers for /metrics of a worker. Both labels have fixed values. */
export function upstreamMeter(registry: Registry): UpstreamMeter {
  const answers = new Counter({
    name: 'farebox_upstream_answers_total',
    help: 'Sources asked, by upstream and how it ended; cached and stale were served from the cache.',
    labelNames: ['upstream', 'result'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'farebox_upstream_duration_seconds',
    help: 'Time of requests that an upstream answered.',
    labelNames: ['upstream'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
  return {
    answered: (upstream, result) => answers.inc({ upstream, result }),
    took: (upstream, ms) => durations.observe({ upstream }, ms / 1_000),
  }
}
