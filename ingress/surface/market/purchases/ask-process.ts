import { z } from 'zod'

import { isRefusalCode, Refusal, type WireRefusal } from '#shared/errors.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'

import type { MarketDeps } from '../market-deps.ts'

const Refused = z.looseObject({ code: z.string(), error: z.string() })

/** Asks the settlement process; a body makes it a POST. */
export type AskProcess = <Answer>(path: string, schema: z.ZodType<Answer>, body?: unknown) => Promise<Answer>

/**
 * Returns a function that asks the settlement process. Its refusals are ours; while it does not answer within
 * `timeoutMs`, each is a 503 with the sentence `away`.
 */
export function askProcess(
  { config, log }: Pick<MarketDeps, 'config' | 'log'>,
  { timeoutMs, away }: { timeoutMs: number; away: string },
): AskProcess {
  const client = settlementClient(config)
  return async (path, schema, body) => {
    const answer = await client?.(path, { timeoutMs, ...(body === undefined ? {} : { body }) }).catch(
      (error: unknown) => {
        log.warn({ err: error, path }, 'the settlement process does not answer')
      },
    )
    const read = answer?.status === 200 ? schema.safeParse(answer.body) : null
    if (read?.success === true) return read.data
    const refused = Refused.safeParse(answer?.body)
    // Safe: the code is one of ours, and the rest is what a Refusal of ours writes.
    if (refused.success && isRefusalCode(refused.data.code) && refused.data.code !== 'unauthorized')
      throw Refusal.fromWire(refused.data as unknown as WireRefusal)
    throw new Refusal('unavailable', away, {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  }
}
