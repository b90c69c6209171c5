import type { ClientBase, Pool as PgPool, PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { uuidOf } from '../public-id.ts'
import { notFound, requireOwner } from '../users/require-owner.ts'
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
export async function ownListing(tx: PoolClient, actor: Actor, id: string): Promise<ListingRow> {
  const uuid = uuidOf('lst', id)
  if (uuid !== null) await tx.query(`select from listing where id = $1 for update`, [uuid])
  return readOwnListing(tx, actor, id)
}

/** Finds the actor's own listing without a lock, for reading only. Throws as `ownListing` does. */
export async function readOwnListing(sql: ClientBase | PgPool, actor: Actor, id: string): Promise<ListingRow> {
  const row = await readRow(sql, id)
  if (row?.is_deleted === true && (row.owner_id === actor.userId || row.published_at !== null)) throw deletedListing()
  const { row: own } = requireOwner(
    actor,
    row === null ? null : { ownerId: row.owner_id, isPublic: row.is_shown, row },
    'listing',
  )
  return own
}

/** Reads a listing's row without an access check, deleted ones included; null when there is none. */
export async function readRow(sql: ClientBase | PgPool, id: string): Promise<ListingRow | null> {
  const uuid = uuidOf('lst', id)
  if (uuid === null) return null
  const { rows } = await sql.query<ListingRow>({ name: 'listing-read', text: READ, values: [uuid] })
  return rows[0] ?? null
}

/** 410 for a deleted listing. */
export const deletedListing = () =>
  new Refusal('gone', 'This listing was deleted.', {
    fix: { action: 'Browse for another one.', path: '/api/listings' },
  })

const READ = `select ${LISTING_COLUMNS} from listing l ${LISTING_SELLER} where l.id = $1`
