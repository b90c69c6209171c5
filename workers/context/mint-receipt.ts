import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { readReceiptFields, Receipt } from '#shared/money/receipts/receipt.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

/** Timeout in ms. Signing itself takes milliseconds. */
const TIMEOUT_MS = 2_000

/**
 * Mints action receipts through the settlement process, which signs. Throws `invalidFields` for fields that cannot be
 * signed, and `unavailable` without a signature.
 */
export function receiptDoor(
  config: Pick<Config, 'SETTLEMENT_URL' | 'SERVER_SECRET'>,
  log: Log,
  timeoutMs = TIMEOUT_MS,
): OutcomeContext['mintReceipt'] {
  const ask = settlementClient(config)
  if (ask === null) return () => Promise.reject(unavailable())
  return async (request) => {
    // The body includes the nonce, so a retry after a broken connection gets the same receipt.
    const body = readReceiptFields(request)
    const answer = await ask('/receipts', { timeoutMs, body }).catch((error: unknown) => {
      log.warn({ err: error }, 'the settlement process does not answer; no receipt')
      throw unavailable()
    })
    const receipt = Receipt.safeParse(answer.body)
    if (answer.status === 200 && receipt.success) return receipt.data
    log.error({ status: answer.status }, 'the settlement process mints no receipt; is SERVER_SECRET the same there?')
    throw unavailable()
  }
}

const unavailable = () =>
  new Refusal('unavailable', 'Receipts cannot be signed right now; nothing was charged.', {
    retryAfterS: 2,
    fix: { action: 'Send the call again, or without a receipt.' },
  })
