import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

export const selectDecisions = ['proceed', 'reject'] as const

const text = z.string().nullable()

/** What accepts-network-select answers. */
export const selectVerdict = z.object({
  ...verdictFields,
  decision: z.enum(selectDecisions),
  selected: z.looseObject({}).nullable().describe('the accepts entry as given'),
  selected_index: z.int().nullable(),
  rail: text.describe('base, solana, or another network in CAIP-2'),
  amount: z.object({ atomic: z.string(), human: text, asset_symbol: text, usd: text }).nullable(),
  ranking: z
    .array(z.object({ index: z.int(), eligible: z.boolean(), score: z.int(), reasons: z.array(z.string()) }))
    .describe('best first; score counts the ways to pay that are worse, 0 when not eligible'),
  client_hint: z
    .object({
      payload_kind: z.string(),
      domain: z.looseObject({}).nullable(),
      fee_payer: text,
      sign_what: z.string(),
    })
    .nullable(),
})
