import { z } from 'zod'

import { errorMembers } from './error-answer.ts'

const PaymentRequirements = z
  .object({
    scheme: z.literal('exact'),
    network: z.string().describe('CAIP-2'),
    amount: z.string().regex(/^\d+$/).describe('micro-USDC (6 decimals): 10000 is one cent'),
    asset: z.string().describe('the address of USDC on that network'),
    payTo: z.string(),
    maxTimeoutSeconds: z.int(),
    extra: z
      .record(z.string(), z.string())
      .describe("on Base the EIP-712 domain of USDC; on Solana the fee payer's account"),
  })
  .meta({ id: 'PaymentRequirements', description: 'One way to pay by x402 v2.' })

export const PaymentAlternative = z
  .object({
    kind: z.enum(['trial', 'prepaid_key', 'day_pass', 'week_pass', 'month_pass']),
    price_cents: z.int(),
    method: z.literal('POST'),
    path: z.string(),
    header: z.enum(['X-Service-Key', 'X-Day-Pass']),
    note: z.string(),
  })
  .meta({ id: 'PaymentAlternative', description: 'A way to pay that needs no signature for each call.' })

/** Members of x402 v2's PaymentRequired object. The PAYMENT-REQUIRED header carries their short forms. */
export const x402Members = {
  x402Version: z.literal(2),
  error: z.string(),
  resource: z
    .looseObject({ url: z.string(), description: z.string(), mimeType: z.string(), serviceName: z.string() })
    .describe('what is paid for'),
  accepts: z
    .array(PaymentRequirements)
    .describe('sign one of these; the first is preferred. Empty while no x402 payments are taken; warnings says why'),
  extensions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('bazaar: how to call this resource, in the body with an example'),
}

/** Body of 402: x402 v2's PaymentRequired plus the error members and the alternative ways to pay. */
export const PaymentRequiredAnswer = z
  .looseObject({
    ...errorMembers,
    ...x402Members,
    title: z.string(),
    price_cents: z.int(),
    price_usdc: z.string(),
    alternatives: z.array(PaymentAlternative),
    warnings: z.array(z.string()).optional().describe('why accepts is empty'),
  })
  .meta({
    id: 'PaymentRequired',
    title: 'PaymentRequired',
    description:
      'Not paid: no credential, or one that does not pay (code says why). Also a valid x402 v2 PaymentRequired object; with ?x402Version=1 `x402Version` is 1 and accepts[] is of v1 (maxAmountRequired, resource, outputSchema).',
  })
