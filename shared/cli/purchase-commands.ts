import { uuidOf } from '#shared/market/public-id.ts'
import type { PurchaseAct } from '#shared/operators/acts/purchase-act.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

const MOST_CHARACTERS = 500

/** Parses what follows `purchase`. Throws UsageError unless it is a complete, known command. */
export function readPurchaseCommand([verb, ...words]: readonly string[], options: Options): PurchaseAct {
  if (verb !== 'refund') throw new UsageError('What follows purchase is refund.')
  takesOnly('purchase refund', { words, options }, 'purchase', 'reason')
  const { purchase = '' } = options
  const purchaseId = uuidOf('pur', purchase)
  if (purchaseId === null) throw new UsageError('purchase refund needs --purchase with the id of a purchase (pur_…).')
  const reason = options.reason?.trim() ?? ''
  if (reason === '' || reason.length > MOST_CHARACTERS)
    throw new UsageError(
      `purchase refund needs --reason with 1 to ${MOST_CHARACTERS} characters; buyer and seller see it.`,
    )
  return { name: 'purchase refund', purchaseId, purchase, reason }
}
