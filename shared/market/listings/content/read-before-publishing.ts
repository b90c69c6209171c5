import type { Pool as PgPool } from 'pg'

import type { Actor } from '../../users/actor.ts'
import { readRow } from '../find-listing.ts'
import type { ListingChanges } from '../listing-fields.ts'
import type { ListingRow } from '../listing-row.ts'
import { readForSecrets } from './refuse-secrets.ts'

/**
 * Scans what a change of a listing would publish for credentials, before the transaction of the change begins. Scanning
 * a long text takes seconds, and a transaction would hold its connection and the listing's row meanwhile.
 * `refuseSecrets` decides inside the transaction and finds the result cached. Throws 422 for a text that takes too long
 * to scan.
 */
export async function readPatchForSecrets(
  pg: PgPool,
  actor: Actor,
  id: string,
  { status, title, summary, description }: ListingChanges,
): Promise<void> {
  const isOfText = title !== undefined || summary !== undefined || description !== undefined
  if (status !== 'live' && !isOfText) return
  const listing = await ownRow(pg, actor, id)
  if (listing === null || (status ?? listing.status) !== 'live') return
  const texts = [title ?? listing.title, summary ?? listing.summary, description ?? listing.description]
  const content = listing.status === 'live' ? null : await contentOf(pg, listing)
  await readForSecrets(listing.owner_id, [...texts, content])
}

/**
 * Scans content of a live listing for credentials before it is saved. Throws 422 for a text that takes too long to
 * scan.
 */
export async function readContentForSecrets(pg: PgPool, actor: Actor, id: string, content: string): Promise<void> {
  const listing = await ownRow(pg, actor, id)
  if (listing?.status === 'live') await readForSecrets(listing.owner_id, [content])
}

/** The listing, if the actor owns it. For anybody else the change itself is refused later. */
async function ownRow(pg: PgPool, actor: Actor, id: string): Promise<ListingRow | null> {
  const row = await readRow(pg, id)
  return row?.owner_id === actor.userId ? row : null
}

async function contentOf(pg: PgPool, { id, content_sha256: sha256 }: ListingRow): Promise<string | null> {
  const { rows } = await pg.query<{ content: string }>({
    name: 'listing-content-text',
    text: `select content from listing_content where listing_id = $1 and sha256 = $2`,
    values: [id, sha256],
  })
  return rows[0]?.content ?? null
}
