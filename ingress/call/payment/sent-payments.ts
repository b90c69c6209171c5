import { LRUCache } from 'lru-cache'

import { readSentPayment } from '#shared/money/mpp/read-sent-payment.ts'
import type { SentPayment } from '#shared/money/x402/payment-header.ts'

/** Headers remembered at once. Copies of a payment arrive together; with 16 KiB each this is at most a megabyte. */
const MOST_HEADERS = 32

/** Decodes payment headers. Copies of a payment, whoever sends them, are decoded once. */
export class SentPayments {
  readonly #byHeader = new LRUCache<string, SentPayment>({ max: MOST_HEADERS })

  /** Throws 400 for a header that is no payment of x402 or MPP. */
  read(name: string, text: string): SentPayment {
    const header = `${name}:${text}`
    // Not `get`: what is sent again and again would stay for ever.
    const known = this.#byHeader.peek(header)
    if (known !== undefined) return known
    const sent = readSentPayment(name, text)
    this.#byHeader.set(header, sent)
    return sent
  }
}
