import type { PaymentKey } from '#shared/calls/payment-key.ts'

import { paymentInProgress, paymentPending } from './refuse-payment.ts'

/** Requests per payment in one process: one verifies it, four wait. */
const MOST_INSIDE = 5

/** One request among those with the same payment. */
export type Stay = {
  /**
   * Resolves with `claim` when this request is the first with the payment, and with `look` when an earlier one has bound
   * it. Throws 503 when `until` has passed, a time of performance.now().
   */
  turn: (until: number) => Promise<'claim' | 'look'>
  /** Leaves. When the payment is bound, all waiters are woken; otherwise the next one verifies it. */
  leave: (isBound: boolean) => void
}

type Turn = { stay: object; resolve: (what: 'claim' | 'look') => void }
type Room = { inside: number; first: object | null; waiting: Turn[] }

/**
 * Tracks the payments that requests of this process are verifying. Copies of a payment wait for the first request without
 * asking the database; more than four are refused.
 */
export class ClaimsUnderWay {
  readonly #rooms = new Map<string, Room>()

  /** Joins the requests with a payment. Throws 409 when there are too many already. */
  join(key: PaymentKey): Stay {
    const name = `${key.network} ${key.asset} ${key.proof}`
    const room = this.#rooms.get(name) ?? { inside: 0, first: null, waiting: [] }
    if (room.inside >= MOST_INSIDE) throw paymentInProgress()
    room.inside += 1
    this.#rooms.set(name, room)
    const stay = {}
    let hasLeft = false
    return {
      turn: (until) => takeTurn(room, stay, until),
      leave: (isBound) => {
        if (hasLeft) return
        hasLeft = true
        room.inside -= 1
        if (room.inside === 0) this.#rooms.delete(name)
        if (room.first === stay) passOn(room, isBound)
      },
    }
  }
}

function takeTurn(room: Room, stay: object, until: number): Promise<'claim' | 'look'> {
  if (room.first === null) {
    room.first = stay
    return Promise.resolve('claim')
  }
  return new Promise((resolve, reject) => {
    const turn: Turn = { stay, resolve }
    const timer = setTimeout(
      () => {
        room.waiting.splice(room.waiting.indexOf(turn), 1)
        reject(paymentPending())
      },
      Math.max(0, until - performance.now()),
    )
    turn.resolve = (what) => {
      clearTimeout(timer)
      resolve(what)
    }
    room.waiting.push(turn)
  })
}

function passOn(room: Room, isBound: boolean): void {
  room.first = null
  if (isBound) {
    for (const { resolve } of room.waiting.splice(0)) resolve('look')
    return
  }
  const next = room.waiting.shift()
  if (next === undefined) return
  room.first = next.stay
  next.resolve('claim')
}
