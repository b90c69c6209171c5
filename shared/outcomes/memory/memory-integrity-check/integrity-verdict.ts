import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'
import type { Entry } from './entry-hash.ts'

export const tamperCodes = [
  'content_hash_mismatch',
  'chain_break',
  'bad_signature',
  'reordered',
  'missing',
  'inserted',
  'duplicate_id',
  'time_regression',
] as const
export const integrityModes = ['chain', 'merkle', 'snapshot'] as const

const tamper = z.object({
  id: z.string(),
  index: z.int().describe('in entries; their number where something is missing at the end'),
  code: z.enum(tamperCodes),
  detail: z.string(),
})
export type Tamper = z.output<typeof tamper>

const contradiction = z.object({
  ids: z.array(z.string()),
  subject: z.string(),
  values: z.array(z.string()),
  newer: z.string().nullable().describe('id of the newer one; advice, not truth'),
})
export type Contradiction = z.output<typeof contradiction>

const poison = z.object({
  id: z.string(),
  rule: z.string(),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  excerpt: z.string(),
})
export type Poison = z.output<typeof poison>

/** The answer of the memory integrity check. */
export const integrityVerdict = z.object({
  ...verdictFields,
  integrity: z.object({
    mode: z.enum(integrityModes),
    verified: z.boolean().describe('nothing was tampered with, as far as an anchor reaches; false without any'),
    head: z
      .string()
      .nullable()
      .describe('hash of the last entry of a chain, else the running digest of all entry hashes'),
    root: z.string().describe('RFC 6962 tree head over the canonical entries, hex'),
    first_bad_index: z.int().nullable(),
    unverifiable: z.array(z.string()).describe('ids of entries that no hash, signature or anchor covers'),
  }),
  tampered: z.array(tamper),
  diff: z
    .object({ added: z.array(z.string()), removed: z.array(z.string()), modified: z.array(z.string()) })
    .nullable()
    .describe('against previous'),
  poisoning: z.array(poison),
  contradictions: z.array(contradiction),
  provenance: z.object({
    by_source: z.record(z.string(), z.int()),
    untrusted_share: z.number(),
    without_source: z.int(),
  }),
  next_state: z
    .object({ head: z.string(), root: z.string(), entries: z.array(z.object({ id: z.string(), hash: z.string() })) })
    .describe('keep this for the next check'),
})
export type IntegrityVerdict = z.output<typeof integrityVerdict>

export type MemoryInput = {
  entries: readonly Entry[]
  mode?: 'auto' | 'chain' | 'merkle' | 'snapshot' | undefined
  expected_head?: string | undefined
  expected_root?: string | undefined
  previous?: readonly { id: string; hash: string }[] | undefined
  public_key?: string | undefined
  scan_content?: boolean | undefined
}
