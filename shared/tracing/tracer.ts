import type { Telemetry } from 'bullmq'

import type { Config } from '#shared/config.ts'
import type { Log, TracePlace } from '#shared/log.ts'

/** What a span tells: ids of ours, names of the catalog, numbers. Never a secret, and nothing that a caller sent. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export type Span = {
  /** Adds facts, and names the span anew when `name` is given. */
  tell: (facts: SpanFacts, name?: string) => void
}

/** Where a span belongs if not to the span around it. */
export type SpanOrigin = {
  kind?: 'server' | 'client'
  /** A W3C `traceparent` of a caller. Its trace and parent are kept; whether the trace is recorded is decided here. */
  foreign?: string | undefined
  /** A `traceparent` of ours, from another process. */
  own?: string | undefined
}

/** Records what happens to a request in all processes. Everything does nothing while tracing is off. */
export type Tracer = {
  /** Runs something as a span. A thrown error marks the span as failed, by the error's code or class, and is thrown on. */
  within: <Result>(
    name: string,
    facts: SpanFacts,
    run: (span: Span) => Promise<Result>,
    origin?: SpanOrigin,
  ) => Promise<Result>
  /** The current span as `traceparent`, to be handed to another process of ours; undefined outside of a recorded trace. */
  here: () => string | undefined
  /** The current place; null outside of a recorded trace. */
  place: () => TracePlace | null
  /** What BullMQ traces its jobs by. */
  telemetry: Telemetry | undefined
  /** Sends what is not sent yet, within two seconds. */
  close: () => Promise<void>
}

const SILENT: Span = { tell: () => undefined }

/** The tracer while tracing is off. */
export const noTracer: Tracer = {
  within: (_name, _facts, run) => run(SILENT),
  here: () => undefined,
  place: () => null,
  telemetry: undefined,
  close: () => Promise.resolve(),
}

/** Opens tracing when `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Nothing of OpenTelemetry is loaded otherwise. */
export async function openTracer(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'>,
  kind: string,
  log: Log,
): Promise<Tracer> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (endpoint === undefined) return noTracer
  const { otelTracer } = await import('./otel-tracer.ts')
  return otelTracer({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    service: `farebox-${kind}`,
    log,
  })
}
