import type { ClientBase, Pool as PgPool } from 'pg'

import type { ListingRow } from '../listing-row.ts'

/** A file that a listing delivers. `content` is only for those entitled to it. */
export type ListingFile = { path: string; sha256: string; bytes: number; format: 'text' | 'markdown'; content: string }

/** Reads the hosted files of a listing's current version: one or none. */
export async function listingFiles(
  sql: ClientBase | PgPool,
  { id, content_sha256: sha256, listing_kind: kind }: ListingRow,
): Promise<ListingFile[]> {
  if (sha256 === null) return []
  const { rows } = await sql.query<Omit<ListingFile, 'path'>>({
    name: 'listing-content',
    text: `select sha256, bytes, format, content from listing_content where listing_id = $1 and sha256 = $2`,
    values: [id, sha256],
  })
  return rows.map((row) => ({
    path: kind === 'skill' ? 'SKILL.md' : row.format === 'markdown' ? 'README.md' : 'content.txt',
    ...row,
  }))
}

/** Reads stored texts of a listing, by their SHA-256. */
export async function readContents(
  sql: ClientBase | PgPool,
  listingId: string | null,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ sha256: string; content: string }>(
    `select sha256, content from listing_content where listing_id = $1 and sha256 = any($2)`,
    [listingId, hashes],
  )
  return new Map(rows.map(({ sha256, content }) => [sha256, content]))
}
