import type { Db } from '#shared/db/open-db.ts'

import type { Actor } from '../../users/actor.ts'
import { readRow } from '../find-listing.ts'
import type { ListingChanges } from '../listing-fields.ts'
import type { ListingRow } from '../listing-row.ts'
import { readContent } from './listing-files.ts'
import { readForSecrets } from './refuse-secrets.ts'

/**
 * Scans what a change of a listing would publish for credentials, before the transaction of the change begins. Scanning
 * a long text takes seconds, and a transaction would hold its connection and the listing's row meanwhile.
 * `refuseSecrets` decides inside the transaction and finds the result cached. Throws 422 for a text that takes too long
 * to scan.
 */
export async function readPatchForSecrets(
  db: Pick<Db, 'pg' | 'em'>,
  actor: Actor,
  id: string,
  { status, title, summary, description }: ListingChanges,
): Promise<void> {
  const isOfText = title !== undefined || summary !== undefined || description !== undefined
  if (status !== 'live' && !isOfText) return
  const listing = await ownRow(db, actor, id)
  if (listing === null || (status ?? listing.status) !== 'live') return
  const texts = [title ?? listing.title, summary ?? listing.summary, description ?? listing.description]
  const content = listing.status === 'live' ? null : await readContent(await db.em(), listing.id, listing.content_sha256)
  await readForSecrets(listing.owner_id, [...texts, content])
}

/**
 * Scans content of a live listing for credentials before it is saved. Throws 422 for a text that takes too long to
 * scan.
 */
export async function readContentForSecrets(
  db: Pick<Db, 'pg'>, actor: Actor, id: string, content: string): Promise<void> {
  const listing = await ownRow(db, actor, id)
  if (listing?.status === 'live') await readForSecrets(listing.owner_id, [content])
}

/** The listing, if the actor owns it. For anybody else the change itself is refused later. */
async function ownRow({ pg }: Pick<Db, 'pg'>, actor: Actor, id: string): Promise<ListingRow | null> {
  const row = await readRow(pg, id)
  return row?.owner_id === actor.userId ? row : null
}
