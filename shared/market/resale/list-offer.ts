import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { notePurchase } from '../purchases/change-purchase.ts'
import type { SeenPurchase } from '../purchases/find-purchase.ts'
import { requireResellable } from './may-resell.ts'
import { ResaleOffer } from './resale-offer.entity.ts'
import { offerGone, offerReserved } from './resale-refusals.ts'
import { MINIMUM_RESALE_CENTS } from './resale.rules.ts'

export type OfferWish = { priceCents: number; expiresAt: Date | null; note: string | null }

/**
 * Offers the licence of a locked purchase for sale, or changes the offer that is active. Throws what requireResellable
 * throws, 422 `price_too_low`, and 409 `offer_reserved` while a sale waits for its payment.
 */
export async function listOffer(em: EntityManager, seen: SeenPurchase, wish: OfferWish): Promise<void> {
  const { purchase } = seen
  if (wish.priceCents < MINIMUM_RESALE_CENTS) throw tooLow()
  await requireResellable(em, seen)
  const known = await lockedOffer(em, purchase.id)
  const isOver = known?.expiresAt instanceof Date && known.expiresAt <= new Date()
  const { priceCents, expiresAt, note } = wish
  if (known !== null) requireFree(known)
  if (known !== null && !isOver) {
    const isSame =
      known.priceCents === priceCents &&
      (known.note ?? null) === note &&
      (known.expiresAt?.getTime() ?? null) === (expiresAt?.getTime() ?? null)
    if (isSame) return
    await em.nativeUpdate(ResaleOffer, { id: known.id }, { priceCents, expiresAt, note, updatedAt: now })
    if (known.priceCents !== priceCents)
      await notePurchase(em, purchase, { event: 'resale_price_changed', by: 'buyer' })
    return
  }
  if (known !== null)
    await em.nativeUpdate(
      ResaleOffer,
      { id: known.id },
      { state: 'expired', endedAt: now, reservedFor: null, reservedUntil: null },
    )
  const { id: purchaseId, listingId, buyerId } = purchase
  await em.insert(ResaleOffer, {
    id: uuidv7(),
    purchaseId,
    listingId,
    sellerId: buyerId ?? '',
    priceCents,
    expiresAt,
    note,
  })
  await notePurchase(em, purchase, { event: 'resale_listed', by: 'buyer' })
}

/**
 * Ends the active offer of a locked purchase. One that was canceled or has expired stays as it is. Throws 403 for the
 * seller, 404 where there never was an offer, 409 `offer_reserved` while a sale waits for its payment, and 410
 * `offer_gone` for one that is sold.
 */
export async function cancelOffer(em: EntityManager, { purchase, role }: SeenPurchase): Promise<void> {
  if (role !== 'buyer')
    throw new Refusal('forbidden', 'The holder of a licence ends its offer.', {
      fix: { action: 'Ask the buyer of this purchase.' },
    })
  const active = await lockedOffer(em, purchase.id)
  if (active === null) {
    const last = await lastOffer(em, purchase.id)
    if (last === null) throw new Refusal('not_found', 'This purchase was never offered for resale.')
    if (last.state === 'sold') throw offerGone('sold')
    return
  }
  requireFree(active)
  const ended = { state: 'canceled', endedAt: now, reservedFor: null, reservedUntil: null, updatedAt: now } as const
  await em.nativeUpdate(ResaleOffer, { id: active.id }, ended)
  await notePurchase(em, purchase, { event: 'resale_canceled', by: 'buyer' })
}

/** The active offer of a purchase, locked; null when there is none. */
const lockedOffer = (em: EntityManager, purchaseId: string): Promise<ResaleOffer | null> =>
  em.findOne(ResaleOffer, { purchaseId, state: 'active' }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })

/** The last offer of a purchase, whatever became of it; null when there never was one. */
export async function lastOffer(em: EntityManager, purchaseId: string): Promise<ResaleOffer | null> {
  const where = { purchaseId }
  const [last] = await em.find(ResaleOffer, where, { orderBy: { id: 'desc' }, limit: 1, disableIdentityMap: true })
  return last ?? null
}

function requireFree({ reservedUntil }: ResaleOffer): void {
  if (reservedUntil instanceof Date && reservedUntil > new Date())
    throw offerReserved(reservedUntil.toISOString(), null)
}

const tooLow = () =>
  new Refusal('price_too_low', `An offer asks for ${MINIMUM_RESALE_CENTS} cents at least.`, {
    fix: { action: `Send price_cents of ${MINIMUM_RESALE_CENTS} or more.` },
    extra: { minimum_cents: MINIMUM_RESALE_CENTS },
  })
