import { z } from 'zod'

import { PlannedByField, PlannedStep, RUN_PATH } from '#shared/catalog/run-outcome.ts'

/** The answer to a goal with `dry_run`. */
export const DryRunAnswer = z.object({
  ok: z.literal(true),
  resource: z.literal(RUN_PATH),
  dry_run: z.literal(true),
  plan: z.array(PlannedStep),
  list_price_cents: z.int().describe('what the steps cost one by one'),
  planned_by: PlannedByField,
  confidence: z.number().describe('0 to 1'),
  unmet: z.array(z.string()).describe('parts of the goal that the plan leaves out'),
  not_run: z
    .array(z.object({ n: z.int(), slug: z.string(), why: z.string() }))
    .describe('steps that a paid run refuses here; nothing is charged then'),
  charged_cents: z.literal(0),
  request_id: z.string(),
})

export type DryRun = z.input<typeof DryRunAnswer>
