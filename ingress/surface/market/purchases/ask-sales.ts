import { z } from 'zod'

import { isRefusalCode, Refusal, type WireRefusal } from '#shared/errors.ts'
import { FreshBlockhash, LookedAtPayment, OfferedPayment } from '#shared/market/solana/sale-answers.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'

import type { MarketDeps } from '../market-deps.ts'

const ASK_MS = 8_000
const Refused = z.looseObject({ code: z.string(), error: z.string() })

/** Asks the settlement process about orders on Solana. Its refusals are ours; while it does not answer, each is a 503. */
export function salesOnSolana({ config, log }: Pick<MarketDeps, 'config' | 'log'>) {
  const client = settlementClient(config)
  const ask = async <Answer>(path: string, schema: z.ZodType<Answer>, body?: unknown): Promise<Answer> => {
    const sent = { timeoutMs: ASK_MS, ...(body === undefined ? {} : { body }) }
    const answer = await client?.(path, sent).catch((error: unknown) => {
      log.warn({ err: error, path }, 'the settlement process does not answer')
    })
    const read = answer?.status === 200 ? schema.safeParse(answer.body) : null
    if (read?.success === true) return read.data
    const refused = Refused.safeParse(answer?.body)
    // Safe: the code is one of ours, and the rest is what a Refusal of ours writes.
    if (refused.success && isRefusalCode(refused.data.code) && refused.data.code !== 'unauthorized')
      throw Refusal.fromWire(refused.data as unknown as WireRefusal)
    throw new Refusal('unavailable', 'Solana cannot be reached right now; nothing was charged.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  }
  return {
    blockhash: () => ask('/sales/blockhash', FreshBlockhash),
    offer: (orderId: string, payer: string) => ask('/sales/offer', OfferedPayment, { order_id: orderId, payer }),
    look: (orderId: string, signature: string) => ask('/sales/look', LookedAtPayment, { order_id: orderId, signature }),
  }
}
