import type { EntityManager } from '@mikro-orm/sql'

import type { ListingRow } from '../listing-row.ts'
import { ListingContent } from './listing-content.entity.ts'

/** A file that a listing delivers. `content` is only for those entitled to it. */
export type ListingFile = Pick<ListingContent, 'sha256' | 'bytes' | 'format' | 'content'> & { path: string }

/** Reads the hosted files of a listing's current version: one or none. */
export async function listingFiles(
  em: EntityManager,
  { id, content_sha256: sha256, listing_kind: kind }: ListingRow,
): Promise<ListingFile[]> {
  const kept = sha256 === null ? null : await em.findOne(ListingContent, { listingId: id, sha256 })
  if (kept === null) return []
  const { bytes, format, content } = kept
  const path = kind === 'skill' ? 'SKILL.md' : format === 'markdown' ? 'README.md' : 'content.txt'
  return [{ path, sha256: kept.sha256, bytes, format, content }]
}

/** Reads the text that a listing hosts under a hash; null when there is none. */
export async function readContent(
  em: EntityManager,
  listingId: string,
  sha256: string | null | undefined,
): Promise<string | null> {
  const kept = sha256 ? await em.findOne(ListingContent, { listingId, sha256 }, { fields: ['content'] }) : null
  return kept?.content ?? null
}
