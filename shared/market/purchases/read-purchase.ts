import type { EntityManager } from '@mikro-orm/sql'

import { PaymentProof } from '#shared/money/payment-proof.entity.ts'

import { Listing } from '../listings/listing.entity.ts'
import type { SeenPurchase } from './find-purchase.ts'
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
