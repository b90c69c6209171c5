import { z } from 'zod'

import { severities, verdictFields, type Decision } from '#shared/engines/guard/verdict.ts'

export const exfilKinds = [
  'secret',
  'pii',
  'canary',
  'encoded_blob',
  'exfil_channel',
  'internal_ref',
  'bulk_data',
] as const
export type ExfilKind = (typeof exfilKinds)[number]

const finding = z.object({
  kind: z.enum(exfilKinds),
  rule_id: z.string(),
  severity: z.enum(severities),
  path: z.string().describe('JSON pointer into the body'),
  start: z.int().describe('UTF-16 index in the string at path'),
  end: z.int(),
  preview: z.string().describe('at most four characters, never more than a quarter, and the length'),
  confidence: z.enum(['low', 'medium', 'high']),
  entropy: z.number().nullable().describe('bits per character'),
  fingerprint: z.string().describe('first 12 hex digits of the SHA-256 of what was found'),
})
export type ExfilFinding = z.output<typeof finding>

/** The answer of the memory exfiltration guard. */
export const exfilVerdict = z.object({
  ...verdictFields,
  findings: z.array(finding).describe('worst first, at most 500'),
  counts: z.record(z.enum(exfilKinds), z.int()),
  destination: z.object({
    host: z.string().nullable(),
    allowed: z.boolean().nullable().describe('null when there is no destination or no list'),
    kind: z.enum(['url', 'tool', 'person', 'unknown']),
    external: z.boolean().describe('outside of private networks; true when it cannot be told'),
  }),
  decoded_layers: z
    .array(z.object({ path: z.string(), encoding: z.string(), depth: z.int(), bytes: z.int() }))
    .describe('what was decoded to look inside'),
  redacted: z.unknown().nullable().describe('with mode redact: a copy with [REDACTED:rule_id] in place'),
  never_echo: z.boolean().describe('true: no full secret is returned, logged or stored'),
})
export type ExfilVerdict = z.output<typeof exfilVerdict>

export type ExfilInput = {
  content?: unknown
  destination?: string | undefined
  allowed_destinations?: readonly string[] | undefined
  memory_refs?: readonly string[] | undefined
  policy?:
    | {
        secrets?: Decision | undefined
        pii?: Decision | undefined
        internal_hosts?: Decision | undefined
        max_encoded_bytes?: number | undefined
      }
    | undefined
  mode?: 'scan' | 'redact' | undefined
}
