import type { EntityManager } from '@mikro-orm/sql'

import { ListingContent } from './listing-content.entity.ts'
import { ListingVersion } from './listing-version.entity.ts'

export type ShownVersion = {
  version: number
  changed: string[]
  price_cents: number
  royalty_bps: number
  license_id: string
  sha256: string | null
  bytes: number | null
  note: string | null
  created_at: string
}
export type ShownContent = Pick<ListingContent, 'sha256' | 'bytes' | 'format'>

/** Reads the last 100 versions of a listing, newest first, and the facts of its current content; no texts. */
export async function readVersions(
  em: EntityManager,
  listingId: string,
  sha256: string | null,
): Promise<{ versions: ShownVersion[]; content: ShownContent | null }> {
  const versions = await em.find(ListingVersion, { listingId }, { orderBy: { version: 'desc' }, limit: 100 })
  const hashes = [sha256, ...versions.map(({ contentSha256 }) => contentSha256)].filter(
    (hash) => typeof hash === 'string',
  )
  const kept = await em.find(
    ListingContent,
    { listingId, sha256: { $in: [...new Set(hashes)] } },
    { fields: ['bytes', 'format'] },
  )
  const contents = new Map(kept.map((content) => [content.sha256, content]))
  const current = contents.get(sha256 ?? '')
  return {
    versions: versions.map(({ contentSha256 = null, note = null, createdAt, ...terms }) => ({
      version: terms.version,
      changed: terms.changed,
      price_cents: terms.priceCents,
      royalty_bps: terms.royaltyBps,
      license_id: terms.licenseId,
      sha256: contentSha256,
      bytes: contents.get(contentSha256 ?? '')?.bytes ?? null,
      note,
      created_at: createdAt.toISOString(),
    })),
    content: current ? { sha256: current.sha256, bytes: current.bytes, format: current.format } : null,
  }
}
