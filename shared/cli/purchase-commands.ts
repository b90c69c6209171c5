import { uuidOf } from '#shared/market/public-id.ts'
import type { PurchaseAct } from '#shared/operators/acts/purchase-act.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about a purchase. */
export type PurchaseCommand = { name: 'purchase show'; purchaseId: string; purchase: string } | PurchaseAct

const MOST_CHARACTERS = 500

/** Parses what follows `purchase`. Throws UsageError unless it is a complete, known command. */
export function readPurchaseCommand([verb, ...words]: readonly string[], options: Options): PurchaseCommand {
  if (verb === 'show') {
    takesOnly('purchase show', { words, options }, 'purchase')
    return { name: 'purchase show', ...purchaseOf('show', options) }
  }
  if (verb !== 'refund') throw new UsageError('What follows purchase is show or refund.')
  takesOnly('purchase refund', { words, options }, 'purchase', 'reason', 'cents')
  const named = purchaseOf('refund', options)
  const reason = options.reason?.trim() ?? ''
  if (reason === '' || reason.length > MOST_CHARACTERS)
    throw new UsageError(
      `purchase refund needs --reason with 1 to ${MOST_CHARACTERS} characters; buyer and seller see it.`,
    )
  if (options.cents === undefined) return { name: 'purchase refund', ...named, reason }
  if (!/^[1-9]\d{0,8}$/.test(options.cents))
    throw new UsageError('purchase refund takes --cents as a whole number from 1.')
  return { name: 'purchase refund', ...named, reason, cents: Number(options.cents) }
}

function purchaseOf(verb: string, { purchase = '' }: Options) {
  const purchaseId = uuidOf('pur', purchase)
  if (purchaseId === null) throw new UsageError(`purchase ${verb} needs --purchase with the id of a purchase (pur_…).`)
  return { purchaseId, purchase }
}
