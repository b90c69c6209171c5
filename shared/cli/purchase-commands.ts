import { LockMode } from '@mikro-orm/core'

import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { refundSale } from '#shared/market/refunds/refund-sale.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { AccessError } from './installation-access.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator command about a purchase: its whole price goes back, and its seller is told why. */
export type PurchaseCommand = { name: 'purchase refund'; purchaseId: string; purchase: string; reason: string }

const MOST_CHARACTERS = 500

/** Parses what follows `purchase`. Throws UsageError unless it is a complete, known command. */
export function readPurchaseCommand([verb, ...words]: readonly string[], options: Options): PurchaseCommand {
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

/**
 * Refunds a purchase as the operator: the price goes back to the key that paid, or as a new prepaid key that the buyer
 * reads; what was paid out to the seller becomes the seller's debt. A purchase on Solana stays `paid` while its seller
 * has his part to pay back. Throws AccessError, one line, when there is nothing
 * to refund.
 */
export async function runPurchaseCommand(
  db: Pick<Db, 'pg' | 'em'>,
  mint: CredentialMint,
  { purchaseId, purchase: shownId, reason }: PurchaseCommand,
): Promise<Record<string, unknown>> {
  const { status, refundedCents, refundKeyId } = await inUnitOfWork(db, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const purchase = await em.findOne(Purchase, purchaseId, lock)
    if (purchase === null) throw new AccessError(`There is no purchase ${shownId}.`)
    if (purchase.status !== 'paid' || purchase.priceCents === 0)
      throw new AccessError(
        `${shownId} is ${purchase.status} and costs ${purchase.priceCents} cents: nothing goes back.`,
      )
    await refundSale(em, mint, purchase, { by: 'operator', reason })
    return purchase
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? new AccessError(error.message, { cause: error }) : error
  })
  return { purchase_id: shownId, status, refunded_cents: refundedCents, refund_key_id: refundKeyId ?? null }
}
