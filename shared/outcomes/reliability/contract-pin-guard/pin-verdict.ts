import { z } from 'zod'

import { severities, verdictFields } from '#shared/engines/guard/verdict.ts'

export const contractKinds = ['mcp_tool', 'mcp_catalog', 'json_schema', 'openapi', 'raw'] as const
export type ContractKind = (typeof contractKinds)[number]

const hash = z.string().describe('sha256 hex')

/** What contract-pin-guard answers. */
export const pinVerdict = z.object({
  ...verdictFields,
  hash: hash.describe('sha256 of the canonical contract'),
  canonical_bytes: z.int(),
  matches_pin: z.boolean().nullable().describe('null on the first pin'),
  pin: z
    .object({ hash, kind: z.enum(contractKinds), per_item: z.record(z.string(), hash), created_at: z.string() })
    .describe('for the caller to store'),
  changed_items: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['added', 'removed', 'changed', 'shadowed']),
      hash_before: hash.nullable(),
      hash_after: hash.nullable(),
    }),
  ),
  changes: z.array(
    z.object({
      code: z.string(),
      path: z.string().describe('JSON pointer into the canonical contract'),
      severity: z.enum(severities),
      breaking_for: z.enum(['callers', 'none', 'unknown']),
      before: z.string().nullable().describe('shortened'),
      after: z.string().nullable().describe('shortened'),
    }),
  ),
  text_changes: z.array(
    z.object({
      path: z.string(),
      before_excerpt: z.string().nullable(),
      after_excerpt: z.string(),
      injection_findings: z.array(z.object({ code: z.string(), excerpt: z.string() })),
    }),
  ),
  rug_pull_risk: z.enum(['none', 'low', 'high']),
})
export type PinVerdict = z.output<typeof pinVerdict>
