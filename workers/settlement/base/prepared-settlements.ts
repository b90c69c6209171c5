import type { BasePayment } from '../read-payment.ts'
import { settlementId } from '../settlement-id.ts'
import type { Simulated } from './ready-settlement.ts'

/** How long a simulation counts, in milliseconds: a small part of a block of Base, whose state both would see. */
export const PREPARED_MS = 250
const MOST = 1_000

/** `isAlone`: no other simulation waits for its settlement. */
type Simulate = (payment: BasePayment, how: { isAlone: boolean }) => Promise<Simulated>
type Prepared = { signature: string; simulated: Promise<Simulated | null>; at: number }

/**
 * Simulations of payments that were verified and are about to be settled, made while their calls are accepted and run. A
 * settlement that begins within `PREPARED_MS` of its simulation needs no other one, unless it was refused, or the payer is a contract,
 * whose code may decide by the block.
 */
export class PreparedSettlements {
  readonly #simulate: Simulate
  readonly #prepared = new Map<string, Prepared>()

  constructor(simulate: Simulate) {
    this.#simulate = simulate
  }

  begin(payment: BasePayment): void {
    this.#forgetOld()
    if (this.#prepared.size >= MOST) return
    // A simulation that failed is made again, and its error told, when the payment is settled.
    const simulated = this.#simulate(payment, { isAlone: this.#prepared.size === 0 }).catch(() => null)
    this.#prepared.set(settlementId(payment), { signature: payment.signature, simulated, at: performance.now() })
  }

  /** Returns the simulation of a payment once; null when there is none that still counts. */
  async take(payment: BasePayment): Promise<Simulated | null> {
    const id = settlementId(payment)
    const prepared = this.#prepared.get(id)
    if (prepared?.signature !== payment.signature) return null
    this.#prepared.delete(id)
    const simulated = await prepared.simulated
    if (simulated === null || !simulated.passes || simulated.isContract) return null
    return performance.now() - prepared.at < PREPARED_MS ? simulated : null
  }

  #forgetOld(): void {
    const old = performance.now() - PREPARED_MS
    for (const [id, { at }] of this.#prepared) {
      if (at >= old) return
      this.#prepared.delete(id)
    }
  }
}
