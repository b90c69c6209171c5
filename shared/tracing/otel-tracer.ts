import {
  type Context,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseKeyPairsIntoRecord, parseTraceParent, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

import type { Log } from '#shared/log.ts'

import { queueTelemetry } from './queue-telemetry.ts'
import type { Span, SpanOrigin, Tracer } from './tracer.ts'

const CLOSE_MS = 2_000
const EXPORT_MS = 5_000
const SEND_EVERY_MS = 1_000
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/**
 * Traces by OpenTelemetry, sent by OTLP over HTTP. Of what a caller sends only `traceparent` is taken: `tracestate` and
 * `baggage` are neither read nor passed on. Spans beyond those that fit in memory (2,048) are dropped, so a receiver that
 * is away costs no memory and holds nobody up.
 */
export function otelTracer(given: {
  endpoint: string
  /** `name=value`, by commas. */
  headers: string | undefined
  /** Share of traces that are recorded. */
  ratio: number
  service: string
  log: Log
}): Tracer {
  const { ratio, log } = given
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': given.service, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 256, attributeCountLimit: 32, linkCountLimit: 4, eventCountLimit: 0 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${given.endpoint.replace(/\/+$/, '')}/v1/traces`,
          headers: parseKeyPairsIntoRecord(given.headers),
          timeoutMillis: EXPORT_MS,
        }),
        exportTimeoutMillis: EXPORT_MS,
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  })
  const complain = () => log.warn('traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped')
  const ignore = () => undefined
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  const tracer = provider.getTracer('farebox')

  return {
    within(name, facts, run, origin = {}) {
      const { kind } = origin
      const { parent, link } = placeOf(origin, ratio)
      const options = {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        attributes: facts,
        links: link === undefined ? [] : [{ context: link }],
      }
      const span = tracer.startSpan(name, options, parent)
      return context.with(trace.setSpan(parent, span), () => settle(span, run))
    },
    here() {
      const seen = trace.getActiveSpan()?.spanContext()
      return seen === undefined || (seen.traceFlags & TraceFlags.SAMPLED) === 0
        ? undefined
        : `00-${seen.traceId}-${seen.spanId}-01`
    },
    place() {
      const span = trace.getActiveSpan()
      if (span?.isRecording() !== true) return null
      const { traceId, spanId } = span.spanContext()
      return { traceId, spanId }
    },
    telemetry: queueTelemetry(),
    async close() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((done) => (timer = setTimeout(done, CLOSE_MS)))
      await Promise.race([provider.shutdown().catch(complain), late])
      clearTimeout(timer)
    },
  }
}

async function settle<Result>(span: OtelSpan, run: (told: Span) => Promise<Result>): Promise<Result> {
  const told: Span = {
    tell(facts, name) {
      span.setAttributes(facts)
      if (name !== undefined) span.updateName(name)
    },
  }
  try {
    return await run(told)
  } catch (error) {
    // Messages may quote what a caller sent.
    span.setAttribute('error.type', typeOf(error))
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The parent of a new span. Inside of a job, a span of another trace than the job's is linked to the job. */
function placeOf(
  { foreign, own }: SpanOrigin,
  ratio: number,
): { parent: Context; link?: ReturnType<OtelSpan['spanContext']> } {
  if (foreign !== undefined) {
    const sent = parseTraceParent(foreign)
    if (sent === null) return { parent: ROOT_CONTEXT }
    // Whoever calls chooses the trace's id and flags, so neither decides how much is recorded here.
    const traceFlags = Math.random() < ratio ? TraceFlags.SAMPLED : TraceFlags.NONE
    return { parent: trace.setSpanContext(ROOT_CONTEXT, { ...sent, traceFlags, isRemote: true }) }
  }
  const active = context.active()
  const sent = own === undefined ? null : parseTraceParent(own)
  const around = trace.getSpanContext(active)
  if (sent === null || sent.traceId === around?.traceId) return { parent: active }
  const parent = trace.setSpanContext(ROOT_CONTEXT, { ...sent, isRemote: true })
  return around === undefined ? { parent } : { parent, link: around }
}
