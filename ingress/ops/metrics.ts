import { collectDefaultMetrics, Counter, Histogram, Registry, type RegistryContentType } from 'prom-client'

import { isRefusalCode } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'

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
  readonly registry = new Registry<RegistryContentType>()
  readonly answered: Meter['answered']
  readonly requested: Meter['requested']
  readonly proposed: Meter['proposed']

  /** With a tracer, an exemplar of each bucket leads from the latency to a trace; that needs the OpenMetrics format. */
  constructor(catalog: ReadonlyMap<string, Pick<CatalogEntry, 'outcome'>>, tracer: Tracer = noTracer) {
    if (tracer !== noTracer) this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    const results = new Counter({
      name: 'farebox_calls_total',
      help: 'Outcome calls this process answered, by slug and code (ok, accepted, replayed or the code of a refusal).',
      labelNames: ['slug', 'code'],
      registers,
    })
    const isTraced = tracer !== noTracer
    // Its type takes the labels of exemplars for labels of its own.
    const latency = new Histogram<'pool' | 'result' | 'trace_id'>({
      name: 'farebox_call_duration_seconds',
      help: 'From request to reply of the outcome calls this process answered, by pool and result.',
      labelNames: ['pool', 'result'],
      buckets: LATENCY_BUCKETS,
      enableExemplars: isTraced,
      registers,
    })
    const requests = new Counter({
      name: 'farebox_requests_total',
      help: 'Requests this process answered, by pattern of the route, status and who paid.',
      labelNames: ['route', 'status', 'payer'],
      registers,
    })
    const proposals = new Counter({
      name: 'farebox_router_proposals_total',
      help: 'Goals for which the text model was to propose a plan, by what became of it (taken, same, or why not).',
      labelNames: ['end'],
      registers,
    })
    this.proposed = (end) => proposals.inc({ end })
    this.requested = (route, status, payer) => requests.inc({ route, status, payer })
    this.answered = (slug, code, ms) => {
      const entry = catalog.get(slug)
      const success = SUCCESSES.has(code)
      results.inc({
        slug: entry === undefined ? 'unknown' : slug,
        code: success || isRefusalCode(code) ? code : 'other',
      })
      if (entry !== undefined) {
        const labels = { pool: entry.outcome.pool, result: success ? code : 'refused' }
        const value = ms / 1_000
        const trace = tracer.place()?.traceId
        if (!isTraced) latency.observe(labels, value)
        else latency.observe({ labels, value, ...(trace === undefined ? {} : { exemplarLabels: { trace_id: trace } }) })
      }
    }
  }
}

/** Creates the meter of an ingress. mountOps serves its registry at /metrics with the service gauges. */
export const createMeter = (catalog: ReadonlyMap<string, Pick<CatalogEntry, 'outcome'>>, tracer?: Tracer) =>
  new PrometheusMeter(catalog, tracer)
