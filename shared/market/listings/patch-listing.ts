import type { PoolClient } from 'pg'

import { invalidFields, Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import type { ClaimStorage } from '../quotas/claim-storage.ts'
import { addVersion } from './content/add-version.ts'
import { refuseOtherType } from './create-listing.ts'
import { ownListing } from './find-listing.ts'
import { setAuction } from '../auctions/set-auction.ts'
import { refuseBidOn, withdrawAuction } from '../auctions/withdraw-auction.ts'
import type { ListingChanges } from './listing-fields.ts'
import type { ListingRow } from './listing-row.ts'
import { noteEvent } from './browse/note-event.ts'
import { publish } from './publish.ts'
import { refuseSecrets } from './content/refuse-secrets.ts'

/**
 * Changes the actor's listing inside the caller's transaction. Sent fields replace the old values; omitted fields stay.
 * On a live listing, another price, royalty or licence makes a new version. Throws 404, 403, 410, 422; 409 for what can
 * no longer change (the type of a listing that was on sale, an auction with a bid, terms that were bid on); and what
 * `claim` throws when the account is over a quota.
 */
export async function patchListing(
  tx: PoolClient,
  { actor, id, changes }: { actor: Actor; id: string; changes: ListingChanges },
  claim: ClaimStorage,
): Promise<void> {
  const listing = await ownListing(tx, actor, id)
  const ref = { id: listing.id, ownerId: listing.owner_id, status: listing.status }
  const type = changes.listing_type ?? listing.listing_type
  refuseMisfits(listing, changes, type)
  const values = withoutUnsaid({
    title: changes.title,
    summary: changes.summary,
    description: changes.description,
    category: changes.category,
    listing_kind: changes.listing_kind,
    tags: changes.tags,
    tech_stack: changes.tech_stack,
    license_id: changes.license_id,
    refund_days: changes.refund_days,
    royalty_bps: changes.royalty_bps,
    resale_allowed: changes.resale_allowed,
    delivery_url: changes.delivery_url,
    listing_type: changes.listing_type,
    price_cents: await priceOf(tx, ref, listing, changes, type),
  })
  const isLive = listing.status === 'live'
  const isOther = (name: keyof ListingRow) => name in values && values[name] !== listing[name]
  if (isLive && type === 'auction' && PROMISED.some(isOther)) await refuseBidOn(tx, ref)
  // Bids set the price of an auction, so its price makes no version.
  const versioned = (['price_cents', 'royalty_bps', 'license_id'] as const).filter(
    (name) => isOther(name) && (type === 'fixed' || name !== 'price_cents'),
  )
  const isVersion = isLive && versioned.length > 0
  const bytes = Object.keys(values).length === 0 ? 0 : Buffer.byteLength(JSON.stringify(changes))
  await claim({ versions: isVersion ? 1 : 0, bytes })
  await writeListing(tx, listing.id, values)
  if (isVersion) {
    const version = await addVersion(tx, listing.id, versioned)
    if (versioned.includes('price_cents'))
      await noteEvent(tx, listing.id, 'price_changed', {
        from_cents: listing.price_cents,
        to_cents: Number(values['price_cents']),
        version,
      })
  }
  const willBeLive = (changes.status ?? listing.status) === 'live'
  if (willBeLive && (!isLive || 'title' in values || 'summary' in values || 'description' in values))
    await refuseSecrets(listing.owner_id, await publicTexts(tx, listing.id, !isLive))
  if (changes.status === 'live' && !isLive) await publish(tx, ref, type)
  if (changes.status === 'draft' && isLive) {
    if (type === 'auction') await withdrawAuction(tx, ref)
    await tx.query(`update listing set status = 'draft' where id = $1`, [listing.id])
  }
}

/** Terms that bidders rely on: they stay as they are once there is a bid. */
const PROMISED = ['license_id', 'refund_days', 'royalty_bps', 'resale_allowed'] as const

function refuseMisfits(listing: ListingRow, changes: ListingChanges, type: 'fixed' | 'auction'): void {
  if (type !== listing.listing_type && listing.published_at !== null)
    throw new Refusal('conflict', 'What was on sale stays what it is: fixed price or auction.', {
      fix: { action: 'Make a new listing of the other type.', method: 'POST', path: '/api/listings' },
    })
  if (type === 'auction' && changes.price_cents !== undefined)
    throw invalidFields({ path: ['price_cents'], msg: 'Value error, of an auction change auction.start_price_cents' })
  if (type === 'fixed' && changes.auction !== undefined)
    throw invalidFields({ path: ['auction'], msg: 'Value error, only listing_type auction has this' })
  if (type === 'auction' && listing.listing_type === 'fixed' && changes.auction?.start_price_cents === undefined)
    throw invalidFields({ path: ['auction'], type: 'missing', msg: 'Field required for an auction' })
  if (type === 'fixed' && listing.listing_type === 'auction' && changes.price_cents === undefined)
    throw invalidFields({ path: ['price_cents'], type: 'missing', msg: 'Field required; 0 is free' })
  refuseOtherType(changes.price_cents ?? listing.price_cents, changes.price_type)
}

/** The new price in cents; undefined if it stays. */
async function priceOf(
  tx: PoolClient,
  ref: { id: string; ownerId: string; status: 'draft' | 'live' },
  listing: ListingRow,
  changes: ListingChanges,
  type: 'fixed' | 'auction',
): Promise<number | undefined> {
  if (type === 'fixed' || changes.auction === undefined) return changes.price_cents
  return setAuction(tx, ref, changes.auction, listing.listing_type === 'fixed')
}

async function publicTexts(tx: PoolClient, id: string, withContent: boolean): Promise<(string | null)[]> {
  const { rows } = await tx.query<Record<'title' | 'summary' | 'description' | 'content', string | null>>(
    `select l.title, l.summary, l.description, c.content from listing l
     left join listing_content c on $2 and c.listing_id = l.id and c.sha256 = l.content_sha256 where l.id = $1`,
    [id, withContent],
  )
  return rows.flatMap(({ title, summary, description, content }) => [title, summary, description, content])
}

/** Writes the given columns. Column names come from this file, never from user input. */
async function writeListing(tx: PoolClient, id: string, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values)
  if (names.length === 0) return
  const sets = names.map((name, nth) => `${name} = $${nth + 2}`)
  await tx.query(`update listing set ${sets.join(', ')}, updated_at = now() where id = $1`, [
    id,
    ...names.map((name) => values[name]),
  ])
}

const withoutUnsaid = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
