import type { ClientBase, Pool as PgPool } from 'pg'

import { inTransaction } from '#shared/db/in-transaction.ts'

import { DELETED_CONTENT_DAYS } from '../quotas/quotas.rules.ts'

const AT_ONCE = 100

/**
 * Empties a deleted listing: its versions, their content and its description go, which gives their room back to its
 * account. The row stays, for reports and bids that name it. Only for what nobody bought, with the listing locked.
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
 * Empties listings that were on sale, that nobody bought, and that were deleted DELETED_CONTENT_DAYS ago: until then an
 * operator can look at what was reported. Answers with how many. Safe when several run at once.
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
