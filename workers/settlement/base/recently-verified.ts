import type { BasePayment } from '../read-payment.ts'

const KEPT_MS = 30_000
const MOST = 5_000

/**
 * Payments this process found good moments ago. Settling one of them asks the chain alone, which checks signature, nonce,
 * window and balance once more; recovering the signer a second time would cost a millisecond of processor time.
 */
export class RecentlyVerified {
  readonly #until = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  note(payment: BasePayment): void {
    const name = nameOf(payment)
    this.#until.delete(name)
    this.#until.set(name, this.#now() + KEPT_MS)
    const [oldest] = this.#until.keys()
    if (this.#until.size > MOST && oldest !== undefined) this.#until.delete(oldest)
  }

  /** Whether the very same signed terms were found good for the very same requirements. */
  has(payment: BasePayment): boolean {
    return (this.#until.get(nameOf(payment)) ?? 0) > this.#now()
  }
}

function nameOf({ authorization, signature, payTo, amount, payload }: BasePayment): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const terms = [from, to, value, validAfter, validBefore, nonce, signature, payTo, amount]
  return `${terms.join(' ')} ${JSON.stringify(payload.accepted.extra)}`
}
