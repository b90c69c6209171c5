import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

import { isRefusalCode } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { Meter } from '../deps.ts'

const SUCCESSES = new Set(['ok', 'accepted', 'replayed'])
/** Seconds: a local call takes milliseconds, a browser or a workflow up to the wait limit of 55 s. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * What this process counts. Labels are bounded: a slug that is not in the catalog counts as `unknown` and a code that
 * is not in the error table as `other`, so no caller can grow the registry. Latency is kept per pool and kind of answer
 * (a refusal takes no work, and would hide how long the work takes).
 */
export class PrometheusMeter implements Meter {
  readonly registry = new Registry()
  readonly answered: Meter['answered']

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

/** The meter of an ingress; mountOps serves its registry at /metrics together with the service's gauges. */
export const createMeter = (catalog: ReadonlyMap<string, Pick<CatalogEntry, 'outcome'>>) => new PrometheusMeter(catalog)
