import type { ClientBase, Pool as PgPool } from 'pg'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import { feePreview } from '../listings/fee-preview.ts'
import { seenListing } from '../listings/find-listing.ts'
import type { ListingRow } from '../listings/listing-row.ts'
import { publicId } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'

/** The terms of a sale as they are frozen on its purchase, by column. Ids are UUIDs, amounts cents. */
export const SaleTerms = z.object({
  listing_id: z.uuid(),
  listing_version: z.int(),
  seller_id: z.uuid(),
  price_cents: z.int(),
  fee_bps: z.int(),
  fee_cents: z.int(),
  seller_cents: z.int(),
  royalty_bps: z.int(),
  license_id: z.string(),
  refund_days: z.int(),
  resale_allowed: z.boolean(),
  delivery_form: z.enum(['hosted', 'link', 'by_seller']),
  content_sha256: z.string().nullable(),
  delivery_url: z.string().nullable(),
  /** Of a resale: the offer that is bought, and what its maker gets of the price. */
  resale_offer_id: z.uuid().nullable().default(null),
  royalty_cents: z.int().default(0),
  royalty_to: z.uuid().nullable().default(null),
})
export type SaleTerms = z.output<typeof SaleTerms>

/**
 * Reads the terms at which a listing with a fixed price is sold now. Throws 404 and 410 as reading the listing does,
 * 403 `own_listing` for an account that is the seller's, its agents included, and 409 `not_for_sale` for drafts and
 * auctions, or `seller_owes_refund`.
 */
export async function readTerms(sql: ClientBase | PgPool, actor: Actor | null, listingId: string): Promise<SaleTerms> {
  const row = await seenListing(sql, actor, listingId)
  if (row.owner_account_id === actor?.accountId)
    throw new Refusal('own_listing', 'This listing is of your own account.', {
      fix: { action: 'Read its content at GET /api/listings/{listing_id}/delivery-content.' },
    })
  if (!row.is_shown || row.listing_type === 'auction') throw notForSale(row.id, row.listing_type === 'auction')
  if (row.seller_owes_refund === true) throw owesRefund()
  return termsAt(row, row.price_cents)
}

/** The terms at which a listing is sold for a price in cents. */
export function termsAt(row: ListingRow, cents: number): SaleTerms {
  const { platform_bps, platform_cents, you_receive_cents } = feePreview(cents, Number(row.seller_sales_cents))
  return {
    listing_id: row.id,
    listing_version: row.version,
    seller_id: row.owner_id,
    price_cents: cents,
    fee_bps: platform_bps,
    fee_cents: platform_cents,
    seller_cents: you_receive_cents,
    royalty_bps: row.royalty_bps,
    license_id: row.license_id,
    refund_days: row.refund_days,
    resale_allowed: row.resale_allowed,
    delivery_form: row.content_sha256 !== null ? 'hosted' : row.delivery_url !== null ? 'link' : 'by_seller',
    content_sha256: row.content_sha256,
    delivery_url: row.content_sha256 === null ? row.delivery_url : null,
    resale_offer_id: null,
    royalty_cents: 0,
    royalty_to: null,
  }
}

const notForSale = (listingId: string, isAuction: boolean) =>
  new Refusal('not_for_sale', isAuction ? 'This listing is sold by auction.' : 'This listing is not on sale.', {
    fix: isAuction
      ? { action: 'Bid for it.', method: 'POST', path: `/api/listings/${publicId('lst', listingId)}/bids` }
      : { action: 'Ask its seller to publish it.' },
  })

/** What a purchase at these terms is. */
export const kindOf = ({ resale_offer_id: offerId }: Pick<SaleTerms, 'resale_offer_id'>): 'fixed' | 'resale' =>
  offerId === null ? 'fixed' : 'resale'

/** 409: the seller has a refund on Solana to pay back, and sells nothing until then. */
export const owesRefund = (): Refusal =>
  new Refusal('seller_owes_refund', 'The seller has a refund to pay back, and sells nothing until then.', {
    fix: { action: 'Buy from another seller, or try again later.' },
  })

/** 409: the price is not what the buyer expected. */
export const priceChanged = (expectedCents: number, priceCents: number): Refusal =>
  new Refusal('price_changed', `The price is ${priceCents} cents, not ${expectedCents}; nothing was charged.`, {
    fix: { action: 'Read the listing again, and send its price as expected_amount_cents.' },
    extra: { expected_amount_cents: expectedCents, price_cents: priceCents },
  })

/** 409: there is nothing to pay. */
export const isFree = (listingId: string): Refusal =>
  new Refusal('listing_is_free', 'This listing is free: there is nothing to pay.', {
    fix: {
      action: 'Take it.',
      method: 'POST',
      path: `/api/purchases/free/${publicId('lst', listingId)}`,
    },
  })
