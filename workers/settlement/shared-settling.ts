import type { SettleResponse } from '@x402/core/types'

import type { Payment } from './read-payment.ts'

/** Lets who settles the same payment at once in this process wait for one settling. */
export function sharedSettling() {
  const underWay = new Map<string, Promise<SettleResponse>>()
  return (
    { key, payTo, amount, wireNetwork }: Payment,
    settle: () => Promise<SettleResponse>,
  ): Promise<SettleResponse> => {
    const id = [key, payTo, amount, wireNetwork].join(' ')
    const already = underWay.get(id)
    if (already !== undefined) return already
    const settling = settle().finally(() => underWay.delete(id))
    underWay.set(id, settling)
    return settling
  }
}
