import { z } from 'zod'

/*
 * The answers of a facilitator (x402 v2, types/facilitator.ts), and the lookup our own settlement process adds:
 *
 *   POST /verify  {x402Version, paymentPayload, paymentRequirements} → VerifyAnswer
 *   POST /settle  the same                                          → SettleAnswer
 *                 and `receiptFor`, a URL: our process adds the signed receipt in `extensions`
 *   GET  /supported                                                 → SupportedAnswer
 *   POST /lookup  {paymentPayload, paymentRequirements}             → LookupAnswer
 *
 * `extra.balance` of a verify answer is the payer's balance in micro-USDC, as decimal text. `unpaid` of a lookup is
 * final: the payment is not on chain and cannot be any more; until then the state is `unknown`. `logIndex`, in a
 * settlement's `extra`, identifies the Transfer that paid: one transaction may contain several payments.
 */

/** Maximum of the column that stores a log index (PostgreSQL integer). */
const MOST_LOGS = 2_147_483_647

const optional = z.string().nullish()
const logIndex = z.int().min(0).max(MOST_LOGS).nullish().catch(null)

export const VerifyAnswer = z.looseObject({
  isValid: z.boolean(),
  invalidReason: optional,
  invalidMessage: optional,
  payer: optional,
  extra: z.record(z.string(), z.unknown()).nullish(),
})

export const SettleAnswer = z.looseObject({
  success: z.boolean(),
  errorReason: optional,
  errorMessage: optional,
  payer: optional,
  transaction: z.string().nullish(),
  network: optional,
  amount: optional,
  extensions: z.record(z.string(), z.unknown()).nullish(),
  extra: z.looseObject({ logIndex }).nullish(),
})

export const SupportedAnswer = z.looseObject({
  kinds: z.array(
    z.looseObject({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
})

/** Answer of POST /x402/receipts. */
export const SignedAnswer = z.object({ signature: z.string() })

export const LookupAnswer = z.looseObject({
  state: z.enum(['paid', 'unpaid', 'unknown']),
  transaction: optional,
  logIndex,
  reason: optional,
})
