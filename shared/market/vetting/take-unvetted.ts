import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'

import { readContent } from '../listings/content/listing-files.ts'
import { Listing } from '../listings/listing.entity.ts'
import { ListingVetting } from './listing-vetting.entity.ts'
import type { Vetting } from './vetting.ts'

/** A listing to scan: its public texts and the content it delivers. `wantedAt` identifies the state of the texts. */
export type Unvetted = Pick<Listing, 'slug' | 'title' | 'description' | 'listingKind'> & {
  listingId: string
  wantedAt: string
  summary: string | null
  content: string | null
}

/** After this many attempts without a result, a listing is left alone until it changes. */
export const MOST_TRIES = 3
/** Lease in seconds: more than all scanners of one listing may take. */
const TAKEN_S = 120

/**
 * Leases the listing that has waited longest, for two minutes; null when none is waiting. Safe to run in several
 * processes. The texts are read after `wantedAt`, so they are never older than it says.
 */
export async function takeUnvetted(db: Pick<Db, 'pg' | 'em'>): Promise<Unvetted | null> {
  // SQL: picks and leases in one statement that skips what another process has locked.
  const { rows } = await db.pg.query<Pick<Unvetted, 'listingId' | 'wantedAt'>>({ name: 'vetting-take', text: TAKE })
  const [due] = rows
  if (due === undefined) return null
  const em = await db.em()
  const listing = await em.findOne(Listing, due.listingId)
  if (listing === null) return null
  const { slug, title, summary = null, description, listingKind } = listing
  const content = await readContent(em, listing.id, listing.contentSha256)
  return { ...due, slug, title, summary, description, listingKind, content }
}

/** Stores the result, unless the listing changed meanwhile; then it is scanned again. */
export async function keepVetting(
  em: EntityManager,
  { listingId, wantedAt }: Unvetted,
  result: Vetting,
): Promise<void> {
  const sameState = { listingId, wantedAt: fragment`${wantedAt}::timestamptz`, vettedAt: null }
  await em.nativeUpdate(ListingVetting, sameState, { ...result, vettedAt: fragment`clock_timestamp()` })
}

const TAKE = `
with due as materialized (
  select v.listing_id from listing_vetting v join listing l on l.id = v.listing_id
  where v.vetted_at is null and v.tries < ${MOST_TRIES} and (v.taken_until is null or v.taken_until < clock_timestamp())
    and l.is_shown
  order by v.wanted_at limit 1 for update of v skip locked
)
update listing_vetting v set taken_until = clock_timestamp() + interval '${TAKEN_S} seconds', tries = v.tries + 1
from due where v.listing_id = due.listing_id
returning v.listing_id as "listingId", v.wanted_at::text as "wantedAt"`
