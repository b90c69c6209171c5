import { LockMode } from '@mikro-orm/core'

import { blobKey, type BlobStore } from '#shared/blobs/blob-store.ts'
import { fragment, now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Media } from '#shared/media/media.entity.ts'

import { Engagement } from '../jobs/engagement.entity.ts'
import { JobFile } from '../jobs/work/job-file.entity.ts'
import { Listing } from '../listings/listing.entity.ts'
import { mediaOwner } from '../media/attach-media.ts'
import { AccountDeletion } from './account-deletion.entity.ts'
import { AccountExport } from './account-export.entity.ts'
import { dropMedia } from '../media/drop-media.ts'
import { openCommitments } from './open-commitments.ts'
import { membersOf } from './members.ts'
import { TABLES_OF_ACCOUNTS } from './personal-data.rules.ts'

type Store = { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore }

/** The blob of an export. */
export const exportKey = (exportId: string) => blobKey('exports', exportId)

/**
 * Erases the personal data of a closed account and the agents it registered: files first, so that what breaks off is done
 * again, then all rows in one transaction by the lists of personal-data.rules.ts. Returns false and erases no row when
 * something is still open. Erasing twice changes nothing.
 */
export async function eraseAccount({ db, blobs }: Store, userId: string): Promise<boolean> {
  const members = await membersOf(db.pg, userId)
  if ((await openCommitments(db.pg, members)).length > 0) return false
  await dropFiles({ db, blobs }, members)
  return inUnitOfWork(db, async (em) => {
    const isDue = { userId, closedAt: { $ne: null }, erasedAt: null }
    const deletion = await em.findOne(AccountDeletion, isDue, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const sql = connectionOf(em)
    if (deletion === null || (await openCommitments(sql, members)).length > 0) return false
    // Before the streams of events go, because this writes to them.
    const closedAt = fragment`coalesce(closed_at, now())`
    await em.nativeUpdate(AccountDeletion, { userId: { $in: members } }, { closedAt, erasedAt: now })
    // SQL: the lists name tables and columns, and rows that are kept change in such a transaction alone.
    await sql.query(`set local farebox.erases = 'on'`)
    for (const statement of [FORGET_WORDS, ...STATEMENTS]) {
      // SQL: made from the lists.
      await sql.query(statement, [members])
    }
    return true
  })
}

/** What the lists say, as statements on the users in `$1`. */
const STATEMENTS = Object.entries(TABLES_OF_ACCOUNTS).flatMap(([table, { of, erased }]) => {
  if (erased === 'rows') return [`delete from ${table} where ${of}`]
  const set = Object.entries(erased).map(([column, value]) => `${column} = ${value}`)
  return set.length === 0 ? [] : [`update ${table} set ${set.join(', ')} where ${of}`]
})

/** Removes the files of what the lists erase: pictures of listings, files that no delivery took, exports. */
async function dropFiles({ db, blobs }: Store, members: readonly string[]): Promise<void> {
  const em = await db.em()
  const listings = await em.find(Listing, { ownerId: { $in: [...members] } }, { fields: ['id'] })
  const media = await em.find(Media, { owner: { $in: listings.map(({ id }) => mediaOwner(id)) } }, { fields: ['id'] })
  await dropMedia(
    { db, blobs },
    media.map(({ id }) => id),
  )
  const jobs = await em.find(Engagement, { workerId: { $in: [...members] } }, { fields: ['jobId'] })
  const undelivered = { jobId: { $in: jobs.map(({ jobId }) => jobId) }, deliveryNth: null }
  for (const { id } of await em.find(JobFile, undelivered, { fields: ['id'] })) {
    await blobs.delete(blobKey('jobs', id))
    await em.nativeDelete(JobFile, { id, deliveryNth: null })
  }
  const exports = await em.find(AccountExport, { userId: { $in: [...members] } }, { fields: ['id'] })
  for (const { id } of exports) await blobs.delete(exportKey(id))
}

// Words of the users' listings leave the suggestions, but those that another listing has, too.
const FORGET_WORDS = `
delete from listing_word where word in (
  select unnest(tsvector_to_array(to_tsvector('simple', l.title || ' ' || listing_words(l.tags || l.tech_stack)))) from listing l
  where l.owner_id = any($1)
) and not exists (
  select from listing l where l.is_shown and not (l.owner_id = any($1)) and l.search @@ plainto_tsquery('english', word)
)`
