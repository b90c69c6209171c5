import type { EntityManager } from '@mikro-orm/sql'

import { invalidFields, Refusal } from '#shared/errors.ts'

import { CardPayment } from '../cards/card-payment.entity.ts'
import { Payable } from '../payables/payable.entity.ts'
import { Listing } from '../listings/listing.entity.ts'
import { changePurchase } from './change-purchase.ts'
import type { SeenPurchase } from './find-purchase.ts'

const DAY_MS = 86_400_000

/**
 * The seller's word that a locked purchase is delivered: at `sentUrl`, else at the URL of the purchase or its listing.
 * Hosted content needs none. The refund window and the date on which the seller is owed begin with the first delivery.
 * Confirming again changes nothing. Throws 403 for the buyer, 409 for a purchase that is not paid or has failed, 422
 * without a URL.
 */
export async function confirmDelivery(
  em: EntityManager,
  { purchase, role }: SeenPurchase,
  sentUrl: string | undefined,
): Promise<void> {
  if (role !== 'seller')
    throw new Refusal('forbidden', 'The seller confirms a delivery.', {
      fix: { action: 'Read it at GET /api/purchases/{purchase_id}/delivery.' },
    })
  if (purchase.deliveryStatus === 'confirmed') return
  const isHosted = purchase.deliveryForm === 'hosted'
  const listing = await em.findOneOrFail(Listing, purchase.listingId, { fields: ['deliveryUrl'] })
  const url = sentUrl ?? purchase.deliveryUrl ?? listing.deliveryUrl
  if (!isHosted && !url)
    throw invalidFields({
      path: ['delivery_url'],
      type: 'missing',
      msg: 'Field required: the listing has no delivery_url',
    })
  const isFirst = !purchase.deliveredAt
  const deliveredAt = purchase.deliveredAt ?? new Date()
  const refundableUntil = purchase.refundableUntil ?? new Date(deliveredAt.getTime() + purchase.refundDays * DAY_MS)
  const set = { deliveredAt, refundableUntil, ...(isHosted ? {} : { deliveryUrl: url ?? null }) }
  await changePurchase(em, purchase, { event: 'delivery_confirmed', by: 'seller', set })
  if (!isFirst) return
  const card = await em.findOne(CardPayment, { purchaseId: purchase.id, state: 'paid' }, { fields: ['holdUntil'] })
  const dueAt = new Date(Math.max(refundableUntil.getTime(), card?.holdUntil?.getTime() ?? 0))
  await em.nativeUpdate(Payable, { purchaseId: purchase.id, state: 'waiting' }, { dueAt })
}
