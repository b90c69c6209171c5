import { z } from 'zod'

import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import type { SettlementDoor } from '#shared/doors/settlement.ts'

const TIMEOUT_MS = 10_000

const text = z.string().nullable()
const Answer = z.object({
  noPayment: text,
  block: z.object({ number: z.int(), timeS: z.int() }),
  transaction: z
    .object({
      id: z.string(),
      ok: z.boolean(),
      block: z.int(),
      confirmations: z.int(),
      finality: z.enum(['latest', 'confirmed', 'finalized']),
      transfers: z.array(z.object({ from: z.string(), to: z.string(), asset: z.string(), raw: z.string() })),
    })
    .nullable(),
  payment: z
    .object({
      state: z.enum(['paid', 'unpaid', 'unknown']),
      reason: text,
      transaction: text,
      nonce: z.string(),
      used: z.boolean().nullable(),
      validBeforeS: z.number().nullable(),
    })
    .nullable(),
})

/** Reads chain state through the settlement process. Throws `unavailable` when it does not answer. */
export function settlementDoor(config: Pick<Config, 'SETTLEMENT_URL' | 'SERVER_SECRET'>, log: Log): SettlementDoor {
  const ask = settlementClient(config)
  return {
    async inspect(question) {
      if (ask === null) throw unavailable()
      const began = performance.now()
      const { status, body } = await ask('/inspect', { timeoutMs: TIMEOUT_MS, body: question }).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'the settlement process does not answer')
          throw unavailable()
        },
      )
      const read = Answer.safeParse(body)
      if (status !== 200 || !read.success) throw unavailable()
      return { ...read.data, latencyMs: Math.round(performance.now() - began) }
    },
  }
}

const unavailable = () =>
  new Refusal('unavailable', 'The chain does not answer right now; nothing was charged.', {
    retryAfterS: 2,
    fix: { action: 'Send the call again.' },
  })
