import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { ReceiptKey } from '#shared/money/receipts/public-key.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'

import type { IngressDeps } from '../deps.ts'

const FRESH_MS = 60_000
/** After a failed request, wait this many ms before asking again. */
const RETRY_MS = 1_000
const TIMEOUT_MS = 1_000

const Answer = z.object({ keys: z.array(ReceiptKey).min(1) })

/**
 * Returns a function that reads the public keys of receipts, the current one first. It asks the settlement process at
 * most once a minute and keeps the last known keys while that is down. Throws `unavailable` if no keys were ever read.
 */
export function receiptKeys({ config, log, now }: Pick<IngressDeps, 'config' | 'log' | 'now'>) {
  const ask = settlementClient(config)
  let keys: readonly ReceiptKey[] | null = null
  let askAgainAt = 0
  let asking: Promise<void> | null = null

  const learn = async () => {
    try {
      const answer = await ask?.('/receipts/public-key', { timeoutMs: TIMEOUT_MS })
      if (answer !== undefined) keys = Answer.parse(answer.body).keys
      askAgainAt = now().getTime() + FRESH_MS
    } catch (error) {
      askAgainAt = now().getTime() + RETRY_MS
      log.warn({ err: error }, 'the settlement process does not tell its public key')
    }
  }

  return async (): Promise<readonly ReceiptKey[]> => {
    if (now().getTime() >= askAgainAt) {
      asking ??= learn().finally(() => (asking = null))
      await asking
    }
    if (keys !== null) return keys
    throw new Refusal('unavailable', 'The public key of receipts is not known right now.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  }
}
