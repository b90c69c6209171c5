import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import type { ClaimStorage } from '../../quotas/claim-storage.ts'
import { addVersion } from './add-version.ts'
import type { Listing } from '../listing.entity.ts'
import { ListingContent } from './listing-content.entity.ts'
import { noteEvent } from '../browse/note-event.ts'

export type SentContent = Pick<ListingContent, 'format' | 'content'>
export type SavedContent = {
  version: number
  sha256: string
  bytes: number
  format: SentContent['format']
  isNew: boolean
}

/**
 * Saves what a listing delivers as its next version, inside the caller's transaction with the listing locked. Saving
 * the current text again makes no new version. Throws what `claim` throws when the account is over a quota.
 */
export async function saveContent(
  em: EntityManager,
  listing: Listing,
  { note, ...sent }: SentContent & { note: string | null },
  claim: ClaimStorage,
): Promise<SavedContent> {
  const sha256 = sha256Hex(sent.content)
  const bytes = Buffer.byteLength(sent.content, 'utf8')
  // A text that an earlier version stored keeps the format it was first saved with.
  const kept = await em.findOne(ListingContent, { listingId: listing.id, sha256 }, { fields: ['format'] })
  const { format } = kept ?? sent
  if (sha256 === listing.contentSha256) return { version: listing.version, sha256, bytes, format, isNew: false }
  const added = kept === null ? bytes : 0
  await claim({ versions: 1, content_bytes: added, bytes: Math.max(1, added) })
  if (kept === null) await keepContent(em, listing, sent)
  else em.assign(listing, { contentSha256: sha256, updatedAt: now })
  const version = await addVersion(em, listing, ['content'], note)
  if (listing.status === 'live') await noteEvent(em, listing.id, 'new_version', { version })
  return { version, sha256, bytes, format, isNew: true }
}

/** Stores a new content under its SHA-256 and makes it the listing's current one, without a new version. */
export async function keepContent(
  em: EntityManager,
  listing: Listing,
  { format, content }: SentContent,
): Promise<void> {
  const sha256 = sha256Hex(content)
  em.create(ListingContent, {
    listingId: listing.id,
    sha256,
    format,
    content,
    bytes: Buffer.byteLength(content, 'utf8'),
  })
  em.assign(listing, { contentSha256: sha256, updatedAt: now })
  await em.flush()
}
