import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'

import { invalidFields } from '#shared/errors.ts'

import type { ClaimStorage } from '../quotas/claim-storage.ts'
import { firstVersion } from './content/add-version.ts'
import { setAuction } from '../auctions/set-auction.ts'
import type { NewListing } from './listing-fields.ts'
import { newSlug } from './new-slug.ts'
import { publish } from './publish.ts'
import { refuseSecrets } from './content/refuse-secrets.ts'
import { keepContent } from './content/save-content.ts'

/**
 * Writes a new listing with its auction terms and content inside the caller's transaction, publishes it if its status
 * is `live`, and returns its UUID. Throws 422 for an inconsistent price, and what `claim` throws when the account is
 * over a quota.
 */
export async function createListing(
  tx: PoolClient,
  ownerId: string,
  listing: NewListing,
  claim: ClaimStorage,
): Promise<string> {
  const id = uuidv7()
  const priceCents = listing.listing_type === 'auction' ? startPriceOf(listing) : priceOf(listing)
  await claim({
    listings: 1,
    drafts: listing.status === 'draft' ? 1 : 0,
    versions: 1,
    content_bytes: Buffer.byteLength(listing.delivery_markdown ?? ''),
    bytes: Buffer.byteLength(JSON.stringify(listing)),
  })
  await tx.query(INSERT, [
    id,
    ownerId,
    newSlug(listing.title, id),
    listing.title,
    listing.summary ?? null,
    listing.description,
    listing.category,
    listing.listing_kind,
    listing.listing_type,
    priceCents,
    listing.tags,
    listing.tech_stack,
    listing.license_id,
    listing.refund_days,
    listing.royalty_bps,
    listing.resale_allowed,
    listing.delivery_url ?? null,
  ])
  const made = { id, ownerId, status: 'draft' } as const
  if (listing.auction) await setAuction(tx, made, listing.auction, true)
  if (listing.delivery_markdown) await keepContent(tx, id, { format: 'markdown', content: listing.delivery_markdown })
  await firstVersion(tx, id)
  if (listing.status === 'live') {
    await refuseSecrets(ownerId, [listing.title, listing.summary, listing.description, listing.delivery_markdown])
    await publish(tx, made, listing.listing_type)
  }
  return id
}

/** The price of an auction is the start price of its bids. Throws 422 for a different `price_cents`. */
function startPriceOf({ auction, price_cents: cents, price_type: type }: NewListing): number {
  if (!auction) throw invalidFields({ path: ['auction'], type: 'missing', msg: 'Field required for an auction' })
  const start = auction.start_price_cents
  if (cents !== undefined && cents !== start)
    throw invalidFields({ path: ['price_cents'], msg: 'Value error, of an auction say auction.start_price_cents' })
  refuseOtherType(start, type)
  return start
}

/**
 * The price of a fixed-price listing. Throws 422 for a missing price unless `price_type` is free: a default of 0 would
 * give the listing away.
 */
function priceOf({ price_cents: cents, price_type: type, auction }: NewListing): number {
  if (auction) throw invalidFields({ path: ['auction'], msg: 'Value error, only listing_type auction has this' })
  if (cents === undefined && type !== 'free')
    throw invalidFields({ path: ['price_cents'], type: 'missing', msg: 'Field required; 0 is free' })
  refuseOtherType(cents ?? 0, type)
  return cents ?? 0
}

/** Throws 422 when `price_type` contradicts the price. */
export function refuseOtherType(cents: number, type: 'free' | 'paid' | undefined): void {
  if (type === undefined || (type === 'free') === (cents === 0)) return
  throw invalidFields({ path: ['price_type'], msg: `Value error, ${cents} cents is not ${type}`, input: type })
}

const INSERT = `
insert into listing (id, owner_id, slug, title, summary, description, category, listing_kind, listing_type, price_cents, tags,
  tech_stack, license_id, refund_days, royalty_bps, resale_allowed, delivery_url)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`
