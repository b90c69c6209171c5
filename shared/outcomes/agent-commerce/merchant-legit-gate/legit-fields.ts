import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

/** The words of a merchant gate. */
export const legitDecisions = ['proceed', 'probe_cheap', 'reject'] as const

/** What a judgement of a merchant says; spread into an output schema. */
export const legitFields = {
  ...verdictFields,
  decision: z.enum(legitDecisions),
  verdict: z.enum(legitDecisions).describe('the same as decision'),
  safe_to_pay: z.boolean().describe('verdict is proceed, and the price is known and within max_usdc'),
  score: z.int().min(0).max(100).describe('50 and the points of the signals'),
  price_usdc: z.number().nullable().describe('cheapest way to pay in a dollar token'),
  over_budget: z.boolean(),
  signals: z.array(
    z.object({
      id: z.string(),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      points: z.int(),
      evidence: z.string(),
    }),
  ),
  payto: z.object({
    address_by_network: z.record(z.string(), z.array(z.string())),
    matches_expected: z.boolean().nullable().describe('null without expectation'),
    stable: z.boolean(),
    observations: z.int().describe('times this service saw the origin ask to be paid, this one included'),
  }),
  probe_plan: z
    .object({ max_usdc: z.number(), steps: z.array(z.string()) })
    .nullable()
    .describe('for probe_cheap'),
  unknowns: z.array(z.string()).describe('signals that could not be read; they count for nothing'),
}
