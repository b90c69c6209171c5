import { z } from 'zod'

import { isFree, readTerms, type SaleTerms } from '#shared/market/purchases/sale-terms.ts'
import { type Buying, requireOffer } from '#shared/market/resale/lock-offer.ts'
import { readOfferTerms } from '#shared/market/resale/offer-terms.ts'
import type { Actor } from '#shared/market/users/actor.ts'

import type { MarketDeps } from '../market-deps.ts'

/** The offer that an intent buys, in the place of the listing itself. */
export const ResaleOfferId = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .nullish()
  .describe('buy this offer of its licence (GET /api/resale-offers) in the place of the listing itself')

/** Refusals of whoever buys an offer. */
export const OFFER_REFUSALS = [
  'own_offer',
  'offer_gone',
  'offer_expired',
  'offer_reserved',
  'wrapped',
  'royalty_not_payable',
  'seller_owes_refund',
] as const

/** The terms of what a payment buys, before anybody asked whether an offer can still be bought. Throws as wantedTerms. */
export async function namedTerms(
  { db }: Pick<MarketDeps, 'db'>,
  actor: Actor | null,
  { listingId, offerId }: { listingId: string; offerId: string | null | undefined },
): Promise<SaleTerms> {
  if (typeof offerId === 'string') return readOfferTerms(db.pg, actor, { listingId, offerId })
  const terms = await readTerms(db.pg, actor, listingId)
  if (terms.price_cents === 0) throw isFree(terms.listing_id)
  return terms
}

/**
 * The terms of what an intent buys: the listing, or an offer of its licence. Throws as readTerms does, 409
 * `listing_is_free`, and for an offer as readOfferTerms and requireOffer do.
 */
export async function wantedTerms(
  { db }: Pick<MarketDeps, 'db'>,
  actor: Actor | null,
  {
    listingId,
    offerId,
    ...how
  }: { listingId: string; offerId: string | null | undefined } & Pick<Buying, 'rail' | 'currency'>,
): Promise<SaleTerms> {
  const terms = await namedTerms({ db }, actor, { listingId, offerId })
  if (terms.resale_offer_id !== null) await requireOffer(db.pg, terms, { ...how, buyerId: actor?.userId ?? null })
  return terms
}
