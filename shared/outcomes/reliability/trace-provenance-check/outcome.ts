import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { readSpans } from './read-spans.ts'
import { traceVerdict } from './trace-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: guardInput({
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
  example: {
    input: {
      spans: [
        { trace_id: 't1', span_id: 'run', name: 'agent', start: 0, end: 900 },
        {
          trace_id: 't1',
          span_id: 'search',
          parent_span_id: 'run',
          name: 'web-search',
          kind: 'tool',
          start: 100,
          end: 400,
          output_digest: 'aa',
        },
        {
          trace_id: 't1',
          span_id: 'answer',
          parent_span_id: 'run',
          name: 'model',
          kind: 'llm',
          start: 400,
          end: 800,
          input_digest: 'aa',
          output_digest: 'bb',
        },
      ],
      claims: [
        { id: 'capital', text: 'Oslo is the capital.', span_ids: ['answer'], digest: 'bb' },
        { id: 'size', text: 'It has a million people.', span_ids: ['lookup'] },
      ],
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'broken_reference',
          severity: 'critical',
          message: 'Claim "size" names a span that is not in the trace.',
          path: '/claims/1',
          evidence: {
            span_ids: [],
          },
        },
      ],
      checks: [
        {
          id: 'headers',
          status: 'skipped',
          detail: 'traceparent and tracestate were not given',
        },
        {
          id: 'tree',
          status: 'pass',
          detail: '3 span(s) hang on 1 root(s)',
        },
        {
          id: 'timing',
          status: 'pass',
          detail: 'every child is inside its parent, within 500 ms',
        },
        {
          id: 'claims',
          status: 'fail',
          detail: 'broken_reference',
        },
        {
          id: 'dataflow',
          status: 'pass',
          detail: '1 output(s) are the input of a later span',
        },
        {
          id: 'signatures',
          status: 'skipped',
          detail: 'require.signed is false',
        },
      ],
      risk_score: 60,
      next_action: 'Do not use this output; its source does not exist.',
      input_digest: '1680c977572b48047151dfb96b37761d6be2be318bc6057b82a931e9d9d53fb5',
      ruleset: 'trace-provenance/2026-11-20',
      traceparent: null,
      tracestate: null,
      tree: {
        roots: ['run'],
        depth: 2,
        spans: 3,
        orphans: [],
        cycles: [],
        duplicates: [],
        multiple_traces: false,
      },
      timing: [],
      claims: [
        {
          id: 'capital',
          status: 'supported',
          why: null,
          spans: ['answer'],
          path_to_root: ['answer', 'run'],
        },
        {
          id: 'size',
          status: 'broken_reference',
          why: 'span_missing',
          spans: [],
          path_to_root: [],
        },
      ],
      chain: {
        dataflow_edges: 1,
        unbroken: true,
      },
      provenance_score: 80,
    },
  },
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
