import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import type { ClaimStorage } from '../quotas/claim-storage.ts'
import { addVersion } from './content/add-version.ts'
import { refuseOtherType } from './create-listing.ts'
import { ownListing } from './find-listing.ts'
import { setAuction } from '../auctions/set-auction.ts'
import { refuseBidOn, withdrawAuction } from '../auctions/withdraw-auction.ts'
import type { ListingChanges } from './listing-fields.ts'
import { readContent } from './content/listing-files.ts'
import type { Listing } from './listing.entity.ts'
import { noteEvent } from './browse/note-event.ts'
import { publish, refuseUndeliverable } from './publish.ts'
import { refuseSecrets } from './content/refuse-secrets.ts'

/**
 * Changes the actor's listing inside the caller's transaction. Sent fields replace the old values; omitted fields stay.
 * On a live listing, another price, royalty or licence makes a new version. Throws 404, 403, 410, 422; 409 for what can
 * no longer change (the type of a listing that was on sale, an auction with a bid, terms that were bid on); and what
 * `claim` throws when the account is over a quota.
 */
export async function patchListing(
  em: EntityManager,
  { actor, id, changes }: { actor: Actor; id: string; changes: ListingChanges },
  claim: ClaimStorage,
): Promise<void> {
  const listing = await ownListing(em, actor, id)
  const type = changes.listing_type ?? listing.listingType
  refuseMisfits(listing, changes, type)
  const values = withoutUnsaid({
    title: changes.title,
    summary: changes.summary,
    description: changes.description,
    category: changes.category,
    listingKind: changes.listing_kind,
    tags: changes.tags,
    techStack: changes.tech_stack,
    licenseId: changes.license_id,
    refundDays: changes.refund_days,
    royaltyBps: changes.royalty_bps,
    resaleAllowed: changes.resale_allowed,
    deliveryUrl: changes.delivery_url,
    listingType: changes.listing_type,
    priceCents: await priceOf(em, listing, changes, type),
  })
  const isLive = listing.status === 'live'
  const isOther = (name: keyof typeof values) => name in values && values[name] !== listing[name]
  if (isLive && type === 'auction' && PROMISED.some(isOther)) await refuseBidOn(em, listing.id)
  // Bids set the price of an auction, so its price makes no version.
  const versioned = VERSIONED.filter(([name]) => isOther(name) && (type === 'fixed' || name !== 'priceCents'))
  const isVersion = isLive && versioned.length > 0
  const isEmpty = Object.keys(values).length === 0
  await claim({ versions: isVersion ? 1 : 0, bytes: isEmpty ? 0 : Buffer.byteLength(JSON.stringify(changes)) })
  const from_cents = listing.priceCents
  if (!isEmpty) em.assign(listing, { ...values, updatedAt: now })
  if (isLive && changes.status !== 'draft') refuseUndeliverable(listing)
  await em.flush()
  if (isVersion) {
    const changed = versioned.map(([, column]) => column)
    const version = await addVersion(em, listing, changed)
    if (changed.includes('price_cents'))
      await noteEvent(em, listing.id, 'price_changed', { from_cents, to_cents: listing.priceCents, version })
  }
  const willBeLive = (changes.status ?? listing.status) === 'live'
  if (willBeLive && (!isLive || 'title' in values || 'summary' in values || 'description' in values))
    await refuseSecrets(listing.ownerId, [
      listing.title,
      listing.summary,
      listing.description,
      isLive ? null : await readContent(em, listing.id, listing.contentSha256),
    ])
  if (changes.status === 'live' && !isLive) await publish(em, listing)
  if (changes.status === 'draft' && isLive) {
    if (type === 'auction') await withdrawAuction(em, listing.id)
    listing.status = 'draft'
    await em.flush()
  }
}

/** Terms that bidders rely on: they stay as they are once there is a bid. */
const PROMISED = ['licenseId', 'refundDays', 'royaltyBps', 'resaleAllowed'] as const

/** Terms whose change makes a version, as versions name them. */
const VERSIONED = [
  ['priceCents', 'price_cents'],
  ['royaltyBps', 'royalty_bps'],
  ['licenseId', 'license_id'],
] as const

function refuseMisfits(listing: Listing, changes: ListingChanges, type: 'fixed' | 'auction'): void {
  if (type !== listing.listingType && listing.publishedAt)
    throw new Refusal('conflict', 'What was on sale stays what it is: fixed price or auction.', {
      fix: { action: 'Make a new listing of the other type.', method: 'POST', path: '/api/listings' },
    })
  if (type === 'auction' && changes.price_cents !== undefined)
    throw invalidFields({ path: ['price_cents'], msg: 'Value error, of an auction change auction.start_price_cents' })
  if (type === 'fixed' && changes.auction !== undefined)
    throw invalidFields({ path: ['auction'], msg: 'Value error, only listing_type auction has this' })
  if (type === 'auction' && listing.listingType === 'fixed' && changes.auction?.start_price_cents === undefined)
    throw invalidFields({ path: ['auction'], type: 'missing', msg: 'Field required for an auction' })
  if (type === 'fixed' && listing.listingType === 'auction' && changes.price_cents === undefined)
    throw invalidFields({ path: ['price_cents'], type: 'missing', msg: 'Field required; 0 is free' })
  refuseOtherType(changes.price_cents ?? listing.priceCents, changes.price_type)
}

/** The new price in cents; undefined if it stays. */
async function priceOf(
  em: EntityManager,
  listing: Listing,
  changes: ListingChanges,
  type: 'fixed' | 'auction',
): Promise<number | undefined> {
  if (type === 'fixed' || changes.auction === undefined) return changes.price_cents
  return setAuction(em, listing.id, changes.auction, listing.listingType === 'fixed')
}

const withoutUnsaid = <Values extends object>(values: Values) =>
  // Safe: only members that are undefined are left out.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>
  }
