import { z } from 'zod'

import { periods } from '#shared/engines/company/pricing/price.rules.ts'

const text = z.string().nullable()

export const PricingShape = z.object({
  plans: z.array(
    z.object({
      name: z.string(),
      price: z.number().nullable().describe('null: to be asked for'),
      currency: text,
      period: z.enum(periods).nullable(),
      features: z.array(z.string()),
      quote: z.string(),
    }),
  ),
  model: z.enum(['subscription', 'usage', 'one_time', 'on_request', 'unknown']),
  free_tier: z.boolean(),
  entry_price: z.number().nullable().describe('smallest recurring price above zero that stands with a plan'),
  currency: text,
  period: z.enum(periods).nullable(),
  url: z.string(),
})
