import type { PoolClient } from 'pg'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import type { ClaimStorage } from '../../quotas/claim-storage.ts'
import { addVersion } from './add-version.ts'
import type { ListingRow } from '../listing-row.ts'
import { noteEvent } from '../browse/note-event.ts'

export type ListingContent = { format: 'text' | 'markdown'; content: string }
export type SavedContent = {
  version: number
  sha256: string
  bytes: number
  format: ListingContent['format']
  isNew: boolean
}

/**
 * Saves what a listing delivers as its next version, inside the caller's transaction with the listing locked. Saving
 * the current text again makes no new version. Throws what `claim` throws when the account is over a quota.
 */
export async function saveContent(
  tx: PoolClient,
  listing: Pick<ListingRow, 'id' | 'version' | 'content_sha256' | 'status'>,
  { note, ...sent }: ListingContent & { note: string | null },
  claim: ClaimStorage,
): Promise<SavedContent> {
  const sha256 = sha256Hex(sent.content)
  const bytes = Buffer.byteLength(sent.content, 'utf8')
  if (sha256 === listing.content_sha256) {
    const format = await formatOf(tx, listing.id, sha256)
    return { version: listing.version, sha256, bytes, format, isNew: false }
  }
  const added = (await isKept(tx, listing.id, sha256)) ? 0 : bytes
  await claim({ versions: 1, content_bytes: added, bytes: Math.max(1, added) })
  await keepContent(tx, listing.id, sent)
  const version = await addVersion(tx, listing.id, ['content'], note)
  if (listing.status === 'live') await noteEvent(tx, listing.id, 'new_version', { version })
  return { version, sha256, bytes, format: await formatOf(tx, listing.id, sha256), isNew: true }
}

/** Whether an earlier version stored this text. The answer stays true, because the listing is locked. */
async function isKept(tx: PoolClient, listingId: string, sha256: string): Promise<boolean> {
  const { rowCount } = await tx.query(`select from listing_content where listing_id = $1 and sha256 = $2`, [
    listingId,
    sha256,
  ])
  return rowCount === 1
}

/** The stored format of a text: the one it was first saved with. */
async function formatOf(tx: PoolClient, listingId: string, sha256: string): Promise<ListingContent['format']> {
  const { rows } = await tx.query<{ format: ListingContent['format'] }>(
    `select format from listing_content where listing_id = $1 and sha256 = $2`,
    [listingId, sha256],
  )
  const [kept] = rows
  if (kept === undefined) throw new Error('a content of a listing was not kept')
  return kept.format
}

/** Stores a content under its SHA-256 and makes it the listing's current one, without a new version. */
export async function keepContent(
  tx: PoolClient,
  listingId: string,
  { format, content }: ListingContent,
): Promise<void> {
  const sha256 = sha256Hex(content)
  await tx.query(
    `insert into listing_content (listing_id, sha256, format, content, bytes) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [listingId, sha256, format, content, Buffer.byteLength(content, 'utf8')],
  )
  await tx.query(`update listing set content_sha256 = $2, updated_at = now() where id = $1`, [listingId, sha256])
}
