import { setImmediate } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'

import { storeUnsettled, type ToSettle, type Unsettled } from '#shared/calls/store-unsettled.ts'
import type { Sealer } from '#shared/calls/seal.ts'
import { retryConflicts } from '#shared/db/retry-conflicts.ts'
import { openPayload } from '#shared/money/x402/sealed-payload.ts'
import { type SettleDeps, settlePayment } from '#shared/money/x402/settle-payment.ts'

export type SettleAfter = {
  /** Stores the result of a call whose payment settles after its run, and starts the settlement. */
  store: (end: Omit<Unsettled, 'durable'>) => Promise<void>
  /** Resolves when no settlement is running. */
  idle: () => Promise<void>
}

/**
 * Stores a result paid by a signed authorization hidden, then starts its settlement. Waits only for storing:
 * settlements do not occupy the pool, and settlement-watch finishes those that this process does not.
 */
export function settleAfter(pg: PgPool, deps: SettleDeps | null, sealer: Sealer): SettleAfter {
  const underWay = new Set<Promise<void>>()
  const durable = deps?.facilitator.isOurs !== true
  const settle = async (callId: string, { payer, sealed }: ToSettle): Promise<void> => {
    if (deps === null) return
    try {
      const payment = openPayload(sealer, callId, sealed)
      await settlePayment(deps, { ...payment, callId, payer, state: 'settling', product: null, isFirst: true })
    } catch (error) {
      deps.log.warn({ err: error, callId }, 'not settled here; settlement-watch will')
    }
  }
  return {
    async store(end) {
      const payment = await retryConflicts(() => storeUnsettled(pg, { ...end, durable }))
      if (payment === null) return
      const settling = settle(end.callId, payment).finally(() => underWay.delete(settling))
      underWay.add(settling)
      // The request leaves before the queue is told that the job is done.
      await setImmediate()
    },
    idle: async () => void (await Promise.all(underWay)),
  }
}
