import type { ClientBase, Pool as PgPool } from 'pg'

import { inTransaction } from '#shared/db/in-transaction.ts'

import { DELETED_CONTENT_DAYS } from '../quotas/quotas.rules.ts'

const AT_ONCE = 100

/**
 * Deletes the versions, content and description of a deleted listing, which frees their storage. The row stays, because
 * reports and bids refer to it. Call it only for a listing that nobody bought, with the listing locked.
 */
export async function emptyListing(tx: ClientBase, listingId: string): Promise<void> {
  await tx.query(`delete from listing_version where listing_id = $1`, [listingId])
  await tx.query(`delete from listing_content where listing_id = $1`, [listingId])
  await tx.query(
    `update listing set description = '', summary = null, content_sha256 = null, emptied_at = now() where id = $1`,
    [listingId],
  )
}

/**
 * Empties listings that nobody bought, DELETED_CONTENT_DAYS after they were deleted; until then an operator can inspect
 * what was reported. Returns how many were due. Safe to run concurrently.
 */
export async function purgeDeletedListings(pg: PgPool): Promise<number> {
  const { rows } = await pg.query<{ id: string }>(DUE)
  for (const { id } of rows) {
    await inTransaction(pg, async (tx) => {
      const { rowCount } = await tx.query(`select from listing where id = $1 for update skip locked`, [id])
      if (rowCount === 1) await emptyListing(tx, id)
    })
  }
  return rows.length
}

const DUE = `
select l.id from listing l
where l.deleted_at < now() - interval '${DELETED_CONTENT_DAYS} days' and l.emptied_at is null and l.sales_count = 0
  and not exists (select from auction a where a.listing_id = l.id and a.state = 'sold')
order by l.deleted_at limit ${AT_ONCE}`
