import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import type { ClientBase, Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'

import { owesRefundSql } from '../owes-refund.ts'
import type { Actor } from '../users/actor.ts'
import { uuidOf } from '../public-id.ts'
import { notFound, type Owned, requireOwner } from '../users/require-owner.ts'
import { Listing } from './listing.entity.ts'
import { LISTING_COLUMNS, LISTING_SELLER, type ListingRow } from './listing-row.ts'

/**
 * Finds the listing of a path id (`lst_...` or a UUID) as the actor may see it. Throws 404 when it does not exist, is
 * hidden, or is somebody else's draft; 410 when it was on sale and is deleted, or is the actor's own and deleted.
 */
export async function seenListing(sql: ClientBase | PgPool, actor: Actor | null, id: string): Promise<ListingRow> {
  const row = await readRow(sql, id)
  if (row === null) throw notFound('listing')
  const isOwn = row.owner_id === actor?.userId
  if (row.is_deleted && (isOwn || row.published_at !== null)) throw deletedListing()
  if (!isOwn && !row.is_shown) throw notFound('listing')
  return row
}

/**
 * Finds the actor's own listing and locks its row until the end of the transaction, so that changes of one listing wait
 * for each other. Throws 404, 403 for a public listing of somebody else, 410 for a deleted one.
 */
export async function ownListing(em: EntityManager, actor: Actor, id: string): Promise<Listing> {
  const uuid = uuidOf('lst', id)
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const listing = uuid === null ? null : await em.findOne(Listing, uuid, lock)
  const own = requireOwn(
    actor,
    listing && {
      listing,
      ownerId: listing.ownerId,
      isDeleted: !!listing.deletedAt,
      isPublic: listing.status === 'live' && !listing.deletedAt && !listing.hiddenAt,
      wasOnSale: !!listing.publishedAt,
    },
  )
  return own.listing
}

/** Finds the actor's own listing without a lock, for reading only. Throws as `ownListing` does. */
export async function readOwnListing(sql: ClientBase | PgPool, actor: Actor, id: string): Promise<ListingRow> {
  const row = await readRow(sql, id)
  const own = requireOwn(
    actor,
    row && {
      row,
      ownerId: row.owner_id,
      isDeleted: row.is_deleted,
      isPublic: row.is_shown,
      wasOnSale: row.published_at !== null,
    },
  )
  return own.row
}

function requireOwn<Kept extends Owned & { isDeleted: boolean; wasOnSale: boolean }>(
  actor: Actor,
  kept: Kept | null,
): Kept {
  if (kept?.isDeleted === true && (kept.ownerId === actor.userId || kept.wasOnSale)) throw deletedListing()
  return requireOwner(actor, kept, 'listing')
}

/** Reads a listing's row without an access check, deleted ones included; null when there is none. */
export async function readRow(sql: ClientBase | PgPool, id: string): Promise<ListingRow | null> {
  const uuid = uuidOf('lst', id)
  if (uuid === null) return null
  // SQL: the columns that lists read too, with the seller's and the scanners', by one prepared plan.
  const { rows } = await sql.query<ListingRow>({ name: 'listing-read', text: READ, values: [uuid] })
  return rows[0] ?? null
}

/** 410 for a deleted listing. */
export const deletedListing = () =>
  new Refusal('gone', 'This listing was deleted.', {
    fix: { action: 'Browse for another one.', path: '/api/listings' },
  })

const READ = `
select ${LISTING_COLUMNS}, ${owesRefundSql('l.owner_id')} as seller_owes_refund
from listing l ${LISTING_SELLER} where l.id = $1`
