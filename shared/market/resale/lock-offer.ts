import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { Refusal } from '#shared/errors.ts'

import { owesRefundSql } from '../owes-refund.ts'
import { publicId } from '../public-id.ts'
import { owesRefund, priceChanged, type SaleTerms } from '../purchases/sale-terms.ts'
import { offerExpired, offerGone, offerReserved, royaltyNotPayable, wrapped } from './resale-refusals.ts'

/** How often an account may keep an offer for itself within a day without paying it. */
const MOST_GIVEN_UP = 3

/** Who is about to buy an offer, and how. A pending sale of theirs on the same rail and currency is the same sale. */
export type Buying = { buyerId: string | null; rail: 'prepaid' | 'x402' | 'card' | 'solana'; currency: string }

type OfferState = {
  state: 'active' | 'sold' | 'canceled' | 'expired'
  price_cents: number
  expired_at: string | null
  reserved_until: string | null
  reserved_for: string | null
  reserved_buyer: string | null
  reserved_rail: string | null
  reserved_currency: string | null
  is_wrapped: boolean
  may_be_resold: boolean
  owes_refund: boolean
  royalty_wallet: string | null
  other_pending: string | null
  given_up: number
}

/**
 * Locks the offer of a resale until the end of the transaction, after the purchase that it sells, and checks that it can
 * be bought at these terms now. Of two buyers at once, the second sees here what the first did. Throws 404, 410
 * `offer_gone` and `offer_expired`, 409 `price_changed`, `offer_reserved`, `wrapped`, `seller_owes_refund`,
 * `royalty_not_payable`, `too_many_pending` and `conflict`.
 */
export async function lockOffer(tx: ClientBase, terms: SaleTerms, buying: Buying): Promise<void> {
  const { resale_offer_id: offerId, listing_id: listingId } = terms
  // SQL: locks go from the purchase to its offer in every statement, so none waits for another in a ring.
  await tx.query({ name: 'resale-source-lock', text: LOCK_SOURCE, values: [offerId] })
  // SQL: as above.
  await tx.query({ name: 'resale-offer-lock', text: LOCK_OFFER, values: [offerId] })
  const state = await offerState(tx, { offerId, listingId, buying })
  requireOpen(state, terms, buying)
}

/** Throws as lockOffer does, without a lock: for prices that are quoted. */
export async function requireOffer(sql: ClientBase | PgPool, terms: SaleTerms, buying: Buying): Promise<void> {
  const { resale_offer_id: offerId, listing_id: listingId } = terms
  requireOpen(await offerState(sql, { offerId, listingId, buying }), terms, buying)
}

async function offerState(
  sql: ClientBase | PgPool,
  { offerId, listingId, buying }: { offerId: string | null; listingId: string; buying: Buying },
): Promise<OfferState | undefined> {
  // SQL: what decides about a sale, of five tables.
  const { rows } = await sql.query<OfferState>({
    name: 'resale-offer-state',
    text: STATE,
    values: [offerId, listingId, buying.buyerId, buying.currency],
  })
  return rows[0]
}

function requireOpen(offer: OfferState | undefined, terms: SaleTerms, { buyerId, rail, currency }: Buying): void {
  if (offer === undefined) throw new Refusal('not_found', 'There is no such offer.')
  if (offer.state === 'expired' || (offer.state === 'active' && offer.expired_at !== null && !isOwn(offer, buyerId)))
    throw offerExpired(offer.expired_at ?? '')
  if (offer.state !== 'active') throw offerGone(offer.state)
  if (offer.is_wrapped) throw wrapped()
  if (!offer.may_be_resold) throw offerGone('not for sale now')
  if (offer.owes_refund) throw owesRefund()
  if (offer.price_cents !== terms.price_cents) throw priceChanged(terms.price_cents, offer.price_cents)
  if (offer.reserved_until !== null) {
    const isSame = isOwn(offer, buyerId) && offer.reserved_rail === rail && offer.reserved_currency === currency
    if (!isSame) throw offerReserved(offer.reserved_until, isOwn(offer, buyerId) ? offer.reserved_for : null)
  }
  if (rail === 'solana' && terms.royalty_cents > 0 && offer.royalty_wallet === null) throw royaltyNotPayable()
  if (rail !== 'solana' && rail !== 'card') return
  if (offer.other_pending !== null) throw otherPending(offer.other_pending)
  if (offer.reserved_until === null && offer.given_up >= MOST_GIVEN_UP) throw givenUp()
}

const isOwn = ({ reserved_buyer: buyer }: OfferState, buyerId: string | null): boolean =>
  buyerId !== null && buyer === buyerId

const otherPending = (id: string) =>
  new Refusal('conflict', `Your purchase ${publicId('pur', id)} of this listing waits for its payment.`, {
    fix: { action: 'Pay it, or wait until it expires; then buy this offer.' },
    extra: { purchase_id: publicId('pur', id) },
  })

const givenUp = () =>
  new Refusal('too_many_pending', `You opened this offer ${MOST_GIVEN_UP} times today and did not pay it.`, {
    fix: { action: 'Pay with a prepaid key or by x402, or open it again tomorrow.' },
  })

const LOCK_SOURCE = `select from purchase where id = (select purchase_id from resale_offer where id = $1::uuid) for update`
const LOCK_OFFER = `select from resale_offer where id = $1::uuid for update`
const STATE = `
select o.state, o.price_cents, case when o.state = 'expired' or o.expires_at <= now() then ${isoUtc('o.expires_at')} end as expired_at,
  case when o.reserved_until > now() then ${isoUtc('o.reserved_until')} end as reserved_until,
  case when o.reserved_until > now() then o.reserved_for end as reserved_for,
  case when o.reserved_until > now() then q.buyer_id end as reserved_buyer, q.rail as reserved_rail, q.currency as reserved_currency,
  purchase_is_wrapped(o.purchase_id) as is_wrapped, may_be_resold(o.purchase_id) as may_be_resold,
  ${owesRefundSql('o.seller_id')} as owes_refund,
  (select m.proved_wallet from listing l join market_user m on m.id = l.owner_id where l.id = o.listing_id) as royalty_wallet,
  (select p.id from purchase p where p.listing_id = o.listing_id and p.buyer_id = $3::uuid and p.currency = $4::text and p.rail in ('solana', 'card')
    and p.status = 'pending' and p.kind <> 'auction_win' and p.resale_offer_id is distinct from o.id limit 1) as other_pending,
  (select count(*)::int from purchase p join market_user b on b.id = p.buyer_id
    where b.account_id = (select account_id from market_user where id = $3::uuid) and p.resale_offer_id = o.id and p.status in ('expired', 'canceled')
      and p.created_at > now() - interval '24 hours') as given_up
from resale_offer o left join purchase q on q.id = o.reserved_for where o.id = $1::uuid and o.listing_id = $2::uuid`
