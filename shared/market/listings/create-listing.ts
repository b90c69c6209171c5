import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { invalidFields } from '#shared/errors.ts'

import type { ClaimStorage } from '../quotas/claim-storage.ts'
import { keepVersion } from './content/add-version.ts'
import { setAuction } from '../auctions/set-auction.ts'
import { contentOf, type NewListing } from './listing-fields.ts'
import { Listing } from './listing.entity.ts'
import { newSlug } from './new-slug.ts'
import { publish } from './publish.ts'
import { refuseSecrets } from './content/refuse-secrets.ts'
import { keepContent } from './content/save-content.ts'

/**
 * Writes a new listing with its auction terms and content inside the caller's transaction, publishes it if its status
 * is `live`, and returns its UUID. Throws 422 for an inconsistent price or content under two names, and what `claim` throws when the account is
 * over a quota.
 */
export async function createListing(
  em: EntityManager,
  ownerId: string,
  sent: NewListing,
  claim: ClaimStorage,
): Promise<string> {
  const id = uuidv7()
  const content = contentOf(sent)
  const priceCents = sent.listing_type === 'auction' ? startPriceOf(sent) : priceOf(sent)
  await claim({
    listings: 1,
    drafts: sent.status === 'draft' ? 1 : 0,
    versions: 1,
    content_bytes: Buffer.byteLength(content ?? ''),
    bytes: Buffer.byteLength(JSON.stringify(sent)),
  })
  const listing = em.create(Listing, {
    id,
    ownerId,
    slug: newSlug(sent.title, id),
    title: sent.title,
    summary: sent.summary ?? null,
    description: sent.description,
    category: sent.category,
    listingKind: sent.listing_kind,
    listingType: sent.listing_type,
    priceCents,
    tags: sent.tags,
    techStack: sent.tech_stack,
    licenseId: sent.license_id,
    refundDays: sent.refund_days,
    royaltyBps: sent.royalty_bps,
    resaleAllowed: sent.resale_allowed,
    deliveryUrl: sent.delivery_url ?? null,
  })
  await em.flush()
  if (sent.auction) await setAuction(em, id, sent.auction, true)
  if (content) await keepContent(em, listing, { format: 'markdown', content })
  await keepVersion(em, listing, ['created'])
  if (sent.status === 'live') {
    await refuseSecrets(ownerId, [sent.title, sent.summary, sent.description, content])
    await publish(em, listing)
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
