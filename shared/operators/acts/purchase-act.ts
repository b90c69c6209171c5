import { LockMode } from '@mikro-orm/core'

import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { askCardRefund } from '#shared/market/cards/ask-card-refund.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { refundSale } from '#shared/market/refunds/refund-sale.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

/** Gives the whole price of a purchase back, or by card `cents` of it, with a reason that buyer and seller see. */
export type PurchaseAct = {
  name: 'purchase refund'
  purchaseId: string
  purchase: string
  reason: string
  cents?: number
}

/**
 * Refunds a purchase as the operator: the price goes back to the key that paid, or as a new prepaid key that the buyer
 * reads; what was paid out to the seller becomes the seller's debt. A purchase on Solana stays `paid` while its seller has
 * to pay back a part; one by card until the processor has made the refund. Throws 404 for an unknown purchase and 409 when
 * nothing goes back.
 */
export async function runPurchaseAct(
  { mint, ...db }: Pick<Db, 'pg' | 'em'> & { mint: CredentialMint },
  { purchaseId, purchase: shownId, reason, cents }: PurchaseAct,
): Promise<Record<string, unknown>> {
  const { status, refundedCents, refundKeyId } = await inUnitOfWork(db, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const purchase = await em.findOne(Purchase, purchaseId, lock)
    if (purchase === null) throw new Refusal('not_found', `There is no purchase ${shownId}.`)
    if (purchase.rail === 'card') {
      await askCardRefund(em, purchase, { by: 'operator', reason, cents: cents ?? null })
      return purchase
    }
    if (cents !== undefined)
      throw new Refusal('conflict', `${shownId} was paid by ${purchase.rail}: only its whole price goes back.`)
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
