import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { claimStatuses } from './judge-claims.ts'
import { timingCodes } from './span-timing.ts'

/** What trace-provenance-check answers. */
export const traceVerdict = z.object({
  ...verdictFields,
  traceparent: z
    .object({
      valid: z.boolean(),
      version: z.string().nullable(),
      trace_id: z.string().nullable(),
      parent_id: z.string().nullable(),
      sampled: z.boolean().nullable(),
      errors: z.array(z.string()),
    })
    .nullable()
    .describe('null when none was sent'),
  tracestate: z
    .object({
      valid: z.boolean(),
      members: z.array(z.object({ key: z.string(), value: z.string() })),
      errors: z.array(z.string()),
    })
    .nullable()
    .describe('null when none was sent'),
  tree: z.object({
    roots: z.array(z.string()),
    depth: z.int().describe('spans on the longest way down'),
    spans: z.int(),
    orphans: z.array(z.string()).describe('span ids whose parent is not there'),
    cycles: z.array(z.array(z.string())),
    duplicates: z.array(z.string()),
    multiple_traces: z.boolean(),
  }),
  timing: z.array(z.object({ span_id: z.string(), code: z.enum(timingCodes), by_ms: z.number() })),
  claims: z.array(
    z.object({
      id: z.string(),
      status: z.enum(claimStatuses),
      spans: z.array(z.string()),
      path_to_root: z.array(z.string()).describe('from the first span up'),
      why: z.string().nullable().describe('a code; null for a supported claim'),
    }),
  ),
  chain: z.object({
    dataflow_edges: z.int().describe('pairs where the output of a span is the input of a later one'),
    unbroken: z.boolean().describe('there are such pairs, and no input that nobody put out'),
  }),
  provenance_score: z.int().min(0).max(100).describe('share of supported claims and linked spans'),
})
export type TraceVerdict = z.output<typeof traceVerdict>
