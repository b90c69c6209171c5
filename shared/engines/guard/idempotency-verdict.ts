import { z } from 'zod'

import { verdictFields } from './verdict.ts'

export const keyStorage = z.enum(['none', 'memory', 'file', 'redis', 'database', 'provider'])

/** Answer of idempotency-guard. */
export const idempotencyVerdict = z.object({
  ...verdictFields,
  fingerprint: z.string().describe('sha256 hex of the RFC 8785 form of {action, target, payload}'),
  key: z.object({
    present: z.boolean(),
    length: z.int(),
    entropy_bits: z.int().describe('known for UUIDs and ULIDs, estimated for the rest'),
    kind: z.enum(['uuid4', 'uuid7', 'ulid', 'hash', 'counter', 'timestamp', 'random', 'weak']).nullable(),
    acceptable: z.boolean(),
  }),
  suggested_key: z.string().describe('a key that is the same whenever the intent is'),
  matches: z.array(
    z.object({
      index: z.int().describe('position in prior_events'),
      relation: z.enum(['same_key_same_payload', 'same_key_other_payload', 'other_key_same_payload']),
      status: z.enum(['succeeded', 'failed', 'pending', 'unknown']),
      age_ms: z.number().nullable().describe('null when the event has no time; it is then taken as recent'),
      in_window: z.boolean(),
      differs: z.array(z.enum(['action', 'target', 'payload'])),
      payload_compared: z.boolean(),
    }),
  ),
  semantics: z
    .object({ on_success: z.string(), on_pending: z.string(), on_mismatch: z.string(), on_failure: z.string() })
    .describe('what a server that keeps keys should do when a key comes again'),
  safe_to_retry: z.boolean(),
})
export type IdempotencyVerdict = z.output<typeof idempotencyVerdict>
