import { z } from 'zod'

import { runGoal } from '../../surface/run-goal.ts'
import { paymentHeaders } from '../payment-meta.ts'
import { defineTool } from '../tool.ts'

/** Plans a goal over all outcomes and runs the plan: POST /api/v1/run. */
export const runGoalTool = defineTool({
  name: 'run_goal',
  title: 'Run a goal',
  description:
    'Plans steps over all outcomes for a goal in words, runs them and answers. Costs the prices of the steps that succeed, at most 99 cents.',
  input: z.object({
    goal: z.string().min(3).max(1_000),
    input: z.string().max(20_000).optional().describe('its data'),
    dry_run: z.boolean().optional().describe('the plan alone, free'),
    max_cents: z.int().min(1).max(150).optional(),
    idempotency_key: z.string().min(1).max(255).optional(),
  }),
  output: { ok: { type: 'boolean' }, plan: { type: 'array' }, result: {}, call_id: { type: 'string' }, error: {} },
  isReadOnly: false,
  limit: 'own',
  run: ({ idempotency_key, ...goal }, { deps, ctx, meta }) =>
    runGoal(deps, ctx, Buffer.from(JSON.stringify(goal)), {
      headers: {
        ...paymentHeaders(meta),
        ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
      },
    }),
})
