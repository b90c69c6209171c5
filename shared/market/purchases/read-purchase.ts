import type { EntityManager } from '@mikro-orm/sql'

import { PaymentProof } from '#shared/money/payment-proof.entity.ts'

import { Listing } from '../listings/listing.entity.ts'
import type { SeenPurchase } from './find-purchase.ts'
import type { ClaimedRow } from './claim-free.ts'
import { Purchase } from './purchase.entity.ts'
import { PurchaseEvent } from './purchase-event.entity.ts'
import { type FeedbackState, type PurchaseView, viewPurchase } from './purchase.view.ts'

/** Reads a purchase with its timeline, for its buyer or its seller. `feedback`: whether the buyer has said how it was. */
export async function readPurchase(
  em: EntityManager,
  { purchase, role }: SeenPurchase,
  feedback: FeedbackState = 'none',
): Promise<PurchaseView> {
  const purchaseId = purchase.id
  const [listing, timeline, payment] = await Promise.all([
    em.findOne(Listing, purchase.listingId, { fields: ['title'], disableIdentityMap: true }),
    em.find(PurchaseEvent, { purchaseId }, { orderBy: { nth: 'asc' }, disableIdentityMap: true }),
    purchase.rail === 'x402'
      ? em.findOne(PaymentProof, { callId: purchaseId }, { fields: ['transaction'], disableIdentityMap: true })
      : null,
  ])
  const facts = { role, title: listing?.title ?? null, feedback, transaction: payment?.transaction ?? null }
  return viewPurchase(purchase, { ...facts, timeline })
}

/** The view of a purchase that was just claimed, from its row alone: its timeline has what the claim wrote. */
export function viewClaimed(em: EntityManager, { listing_title: title, ...row }: ClaimedRow): PurchaseView {
  const purchase = em.map(Purchase, row)
  const at = purchase.createdAt
  const timeline = [
    { at, event: 'bought', actor: 'buyer', reason: null },
    {
      at,
      event: purchase.deliveryStatus === 'awaiting' ? 'delivery_awaited' : 'delivered',
      actor: 'platform',
      reason: null,
    },
  ] as const
  return viewPurchase(purchase, { role: 'buyer', title, feedback: 'none', transaction: null, timeline })
}
