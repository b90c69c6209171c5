import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

import { isRefusalCode } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { Meter } from '../deps.ts'

const SUCCESSES = new Set(['ok', 'accepted', 'replayed'])
/** Buckets in seconds: local calls take milliseconds, browsers and workflows up to the wait limit of 55 s. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Prometheus metrics of this process. Labels are bounded: an unknown slug counts as `unknown` and an unknown code as
 * `other`, so callers cannot grow the registry. Latency is kept per pool and result, because fast refusals would hide
 * the latency of real work.
 */
export class PrometheusMeter implements Meter {
  readonly registry = new Registry()
  readonly answered: Meter['answered']
  readonly requested: Meter['requested']

  constructor(catalog: ReadonlyMap<string, Pick<CatalogEntry, 'outcome'>>) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    const results = new Counter({
      name: 'farebox_calls_total',
      help: 'Outcome calls this process answered, by slug and code (ok, accepted, replayed or the code of a refusal).',
      labelNames: ['slug', 'code'],
      registers,
    })
    const latency = new Histogram({
      name: 'farebox_call_duration_seconds',
      help: 'From request to reply of the outcome calls this process answered, by pool and result.',
      labelNames: ['pool', 'result'],
      buckets: LATENCY_BUCKETS,
      registers,
    })
    const requests = new Counter({
      name: 'farebox_requests_total',
      help: 'Requests this process answered, by pattern of the route, status and who paid.',
      labelNames: ['route', 'status', 'payer'],
      registers,
    })
    this.requested = (route, status, payer) => requests.inc({ route, status, payer })
    this.answered = (slug, code, ms) => {
      const entry = catalog.get(slug)
      const success = SUCCESSES.has(code)
      results.inc({
        slug: entry === undefined ? 'unknown' : slug,
        code: success || isRefusalCode(code) ? code : 'other',
      })
      if (entry !== undefined) {
        latency.observe({ pool: entry.outcome.pool, result: success ? code : 'refused' }, ms / 1_000)
      }
    }
  }
}

/** Creates the meter of an ingress. mountOps serves its registry at /metrics with the service gauges. */
export const createMeter = (catalog: ReadonlyMap<string, Pick<CatalogEntry, 'outcome'>>) => new PrometheusMeter(catalog)
