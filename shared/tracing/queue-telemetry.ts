import { type Context, trace } from '@opentelemetry/api'
import type { Span, Telemetry } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'

const nothing = () => undefined

/** Stands for a span that is not recorded. */
const SILENT: Span<Context> = {
  setSpanOnContext: (around) => around,
  setAttribute: nothing,
  setAttributes: nothing,
  addEvent: nothing,
  recordException: nothing,
  end: nothing,
}

/**
 * BullMQ's own telemetry, narrowed: it traces jobs that belong to a trace, and not its polling, its locks or the tasks of
 * housekeeping; errors and results of jobs are left out, because they may quote what a caller sent.
 */
export function queueTelemetry(): Telemetry<Context> {
  const bull = new BullMQOtel({ tracerName: 'farebox' })
  return {
    contextManager: bull.contextManager,
    tracer: {
      startSpan(name, options, around) {
        const isOfJob = name.startsWith('add ') ? trace.getActiveSpan() !== undefined : belongs(name, around)
        if (!isOfJob) return SILENT
        const span = bull.tracer.startSpan(name, options, around)
        return {
          setSpanOnContext: (other) => span.setSpanOnContext(other),
          setAttribute: (key, value) => span.setAttribute(key, value),
          setAttributes: (attributes) => span.setAttributes(attributes),
          addEvent: nothing,
          recordException: nothing,
          end: () => span.end(),
        }
      },
    },
  }
}

/** Whether it is the processing of a job that was added within a trace. */
const belongs = (name: string, around: Context | undefined): boolean =>
  name.startsWith('process ') && around !== undefined && trace.getSpanContext(around) !== undefined
