import { LockMode } from '@mikro-orm/core'

import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { refundSale } from '#shared/market/refunds/refund-sale.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

/** Gives the whole price of a purchase back, with a reason that buyer and seller see. */
export type PurchaseAct = { name: 'purchase refund'; purchaseId: string; purchase: string; reason: string }

/**
 * Refunds a purchase as the operator: the price goes back to the key that paid, or as a new prepaid key that the buyer
 * reads; what was paid out to the seller becomes the seller's debt. A purchase on Solana stays `paid` while its seller has
 * to pay back a part. Throws 404 for an unknown purchase and 409 when
 * nothing goes back.
 */
export async function runPurchaseAct(
  { mint, ...db }: Pick<Db, 'pg' | 'em'> & { mint: CredentialMint },
  { purchaseId, purchase: shownId, reason }: PurchaseAct,
): Promise<Record<string, unknown>> {
  const { status, refundedCents, refundKeyId } = await inUnitOfWork(db, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const purchase = await em.findOne(Purchase, purchaseId, lock)
    if (purchase === null) throw new Refusal('not_found', `There is no purchase ${shownId}.`)
    if (purchase.status !== 'paid' || purchase.priceCents === 0)
      throw new Refusal(
        'conflict',
        `${shownId} is ${purchase.status} and costs ${purchase.priceCents} cents: nothing goes back.`,
      )
    await refundSale(em, mint, purchase, { by: 'operator', reason })
    return purchase
  })
  return { purchase_id: shownId, status, refunded_cents: refundedCents, refund_key_id: refundKeyId ?? null }
}
