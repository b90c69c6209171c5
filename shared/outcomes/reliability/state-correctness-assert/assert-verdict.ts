import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

export const assertOps = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'nin',
  'exists',
  'absent',
  'type',
  'matches',
  'length',
  'between',
  'unique',
  'sorted',
  'before',
  'after',
  'subset_of',
  'each',
  'any',
  'sum_eq',
  'schema',
] as const
export type AssertOp = (typeof assertOps)[number]

export const assertResult = z.object({
  id: z.string(),
  status: z.enum(['pass', 'fail', 'error']),
  code: z.string().nullable().describe('path_missing, illegal_transition, bad_expression, ...; null when it passed'),
  path: z.string(),
  op: z.string(),
  expected: z.unknown(),
  actual: z.unknown().describe('shortened'),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
  offending: z.array(z.string()).describe('the first 20 places that fail'),
})
export type AssertResult = z.output<typeof assertResult>

/** What state-correctness-assert answers. */
export const assertVerdict = z.object({
  ...verdictFields,
  passed: z.boolean().describe('no error-level failure'),
  results: z.array(assertResult),
  passed_count: z.int(),
  failed_count: z.int(),
  evaluated: z.int().describe('single values that were looked at'),
  state_digest: z.string().describe('sha256 of the RFC 8785 form'),
})
export type AssertVerdict = z.output<typeof assertVerdict>
