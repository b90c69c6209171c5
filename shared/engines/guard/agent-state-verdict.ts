import { z } from 'zod'

import { verdictFields } from './verdict.ts'

/** Answer of agent-state-guard. */
export const agentStateVerdict = z.object({
  ...verdictFields,
  preconditions: z.array(
    z.object({
      path: z.string().describe('JSON pointer into current_state'),
      op: z.string(),
      expected: z.unknown(),
      actual: z.unknown().describe('null when missing; a long value is shown by its beginning'),
      status: z.enum(['met', 'missing', 'mismatch', 'type_mismatch']),
    }),
  ),
  version: z.object({
    expected: z.union([z.string(), z.number()]).nullable(),
    actual: z.union([z.string(), z.number()]).nullable(),
    source: z.enum(['version', '_version', 'etag', 'revision', 'resourceVersion']).nullable(),
    match: z.boolean().nullable(),
  }),
  duplicates: z.array(
    z.object({
      index: z.int().describe('position in prior_events'),
      status: z.enum(['succeeded', 'failed', 'pending', 'unknown']),
      why: z.enum(['same_key', 'same_action', 'same_target']),
    }),
  ),
  missing_confirmations: z.array(z.string()),
  safe_to_proceed: z.boolean(),
  recovery: z.object({ step: z.enum(['reread', 'rebase', 'wait', 'reconcile', 'ask']), detail: z.string() }).nullable(),
})
export type AgentStateVerdict = z.output<typeof agentStateVerdict>
