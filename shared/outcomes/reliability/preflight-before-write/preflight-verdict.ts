import { z } from 'zod'

import { agentStateVerdict } from '#shared/engines/guard/agent-state-verdict.ts'
import { idempotencyVerdict } from '#shared/engines/guard/idempotency-verdict.ts'
import { reason, verdictFields } from '#shared/engines/guard/verdict.ts'

/** The words for agents that only ask whether to go. */
export const preflightDecisions = ['go', 'no-go', 'require_confirm', 'review'] as const
const guardNames = ['agent_state', 'idempotency', 'destructive'] as const
export type GuardName = (typeof guardNames)[number]

/** What preflight-before-write answers. */
export const preflightVerdict = z.object({
  ...verdictFields,
  decision: z.enum(preflightDecisions),
  reasons: z.array(reason.extend({ guard: z.enum(guardNames) })).describe('worst first'),
  verdict: z.enum(['go', 'no-go']).describe('go only when the decision is go'),
  guards: z.object({
    agent_state: z.union([agentStateVerdict, z.object({ status: z.literal('skipped'), why: z.string() })]),
    idempotency: idempotencyVerdict,
    destructive: z.looseObject(verdictFields).describe('the result of destructive-action-guard'),
  }),
  blocking_guard: z.enum(guardNames).nullable().describe('first guard that blocked'),
  receipt: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('action-receipt-v1-rt whose decision_ref is decision_id'),
  decision_id: z.string().describe('the same for the same body and rules'),
  saved_cents: z.int().describe('against the three single calls'),
})
