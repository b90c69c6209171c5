import { z } from 'zod'

import { effects } from '../capability/effects.ts'
import { severities, verdictFields } from '../guard/verdict.ts'
import { mcpRisks } from './finding.rules.ts'

const finding = z.object({
  code: z.string(),
  owasp: z.enum(mcpRisks).describe('OWASP MCP Top 10, 2025'),
  severity: z.enum(severities),
  item: z.string().describe('the tool, prompt, resource or "server" it is about'),
  path: z.string().describe('JSON pointer into the body'),
  excerpt: z.string(),
  fix: z.string(),
})
export type McpFinding = z.output<typeof finding>

/** The answer of the MCP server audit. */
export const mcpVerdict = z.object({
  ...verdictFields,
  score: z.int().min(0).max(100).describe('100 is best'),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']),
  findings: z.array(finding).describe('worst first, at most 500'),
  tools: z.array(
    z.object({
      name: z.string(),
      risk: z.int().min(0).max(100),
      capabilities: z.array(z.enum(effects)),
      annotation_mismatch: z.string().nullable(),
      hash: z.string().describe('sha256 of the RFC 8785 form of the definition'),
    }),
  ),
  toxic_flows: z.array(
    z.object({ source_tool: z.string(), sink_tool: z.string(), path: z.array(z.string()), why: z.string() }),
  ),
  shadowing: z.array(z.object({ tool: z.string(), other_server: z.string(), similarity: z.number() })),
  rug_pull: z
    .object({
      changed: z.array(z.object({ tool: z.string(), parts: z.array(z.string()), is_risky: z.boolean() })),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      unchanged: z.int(),
    })
    .nullable()
    .describe('against baseline'),
  coverage: z.record(z.enum(mcpRisks), z.enum(['checked', 'not_checkable'])),
  fetched: z
    .object({
      url: z.string(),
      protocol_version: z.string().nullable(),
      tools: z.int(),
      prompts: z.int(),
      resources: z.int(),
      fetched_at: z.string(),
    })
    .nullable()
    .describe('what a live fetch read; null without url'),
})
export type McpVerdict = z.output<typeof mcpVerdict>

export type McpInput = {
  tools?: readonly unknown[] | undefined
  prompts?: readonly unknown[] | undefined
  resources?: readonly unknown[] | undefined
  server?: unknown
  baseline?: unknown
  other_servers?: readonly unknown[] | undefined
  url?: string | undefined
}

/** Result of a live fetch, which replaces the lists of the body. */
export type Fetched = NonNullable<McpVerdict['fetched']>
