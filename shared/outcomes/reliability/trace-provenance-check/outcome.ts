import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { readSpans } from './read-spans.ts'
import { traceVerdict } from './trace-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const spanId = z.string().min(1).max(128)

export const traceProvenanceCheck = defineOutcome({
  slug: 'trace-provenance-check',
  title: 'Trace provenance check',
  description:
    'Checks an agent trace (plain spans or OTLP JSON) as a causally sound tree: orphans, cycles, duplicates, times that ' +
    'cannot be, W3C traceparent and tracestate, Ed25519 span signatures. Ties every claim to the spans it rests on and says ' +
    'which are unsupported, cite a span that is not there, or differ from what was recorded.',
  cents: 8,
  decisions: ['allow', 'review', 'block'],
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  types: {
    takes: { spans: 'json', traceparent: 'traceparent', tracestate: 'text', claims: 'json' },
    gives: { decision: 'decision' },
    either: ['spans', 'traceparent'],
  },
  input: () =>
    guardInput({
      spans: z
        .union([z.array(jsonObject()).min(1).max(5_000), jsonObject()])
        .optional()
        .describe(
          'up to 5000 {trace_id, span_id, parent_span_id?, name, kind? (llm, tool, retrieval, ...), start, end, status?, ' +
            'attributes?, links?, input_digest?, output_digest?, signature?, public_key?}, or OTLP JSON {resourceSpans}',
        ),
      traceparent: z.string().max(1_000).optional().describe('header to validate'),
      tracestate: z.string().max(20_000).optional().describe('header to validate'),
      claims: z
        .array(
          z.looseObject({
            id: z.string().min(1).max(200),
            text: z.string().max(20_000).optional(),
            value: z.unknown().optional(),
            span_ids: z.array(spanId).max(100),
            digest: z.string().min(1).max(200).optional().describe('sha256 of what is claimed, as in output_digest'),
            at: z
              .union([z.string().max(64), z.number()])
              .optional()
              .describe('when it was made'),
            trace_id: spanId.optional().describe('where span ids repeat between traces'),
          }),
        )
        .max(1_000)
        .optional()
        .describe('{id, text?, value?, span_ids, digest?, at?} outputs and the spans said to support them'),
      require: z
        .looseObject({
          single_root: z.boolean().optional().meta({ default: true }),
          signed: z.boolean().optional().meta({ default: false }),
          max_clock_skew_ms: z.number().min(0).max(86_400_000).optional().meta({ default: 500 }),
          public_keys: z.array(z.string().min(1).max(200)).max(100).optional().describe('Ed25519 keys, hex or base64'),
        })
        .optional()
        .describe('{single_root true, signed false, max_clock_skew_ms 500}'),
    }),
  output: traceVerdict,
  example: exampleFrom(example),
  check: ({ spans, traceparent }) => {
    if (spans === undefined && traceparent === undefined)
      throw invalidFields({ path: [], msg: 'Value error, give spans or traceparent', type: 'missing' })
    if (spans !== undefined) readSpans(spans)
  },
  async run(input) {
    const { judgeTrace } = await import('./judge-trace.ts')
    return judgeTrace(input)
  },
})
