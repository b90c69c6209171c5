import type { Pool as PgPool } from 'pg'

import type { Vetting } from './vetting.ts'

/** A listing to scan: its public texts and the content it delivers. `wanted_at` identifies the state of the texts. */
export type Unvetted = {
  listing_id: string
  wanted_at: string
  slug: string
  title: string
  summary: string | null
  description: string
  listing_kind: string
  content: string | null
}

/** After this many attempts without a result, a listing is left alone until it changes. */
export const MOST_TRIES = 3
/** Lease in seconds: more than all scanners of one listing may take. */
const TAKEN_S = 120

/**
 * Leases the listing that has waited longest, for two minutes; null when none is waiting. Safe to run in several
 * processes. The texts are read after `wanted_at`, so they are never older than it says.
 */
export async function takeUnvetted(pg: PgPool): Promise<Unvetted | null> {
  const { rows: taken } = await pg.query<Pick<Unvetted, 'listing_id' | 'wanted_at'>>({
    name: 'vetting-take',
    text: TAKE,
  })
  const [due] = taken
  if (due === undefined) return null
  const { rows } = await pg.query<Omit<Unvetted, 'listing_id' | 'wanted_at'>>({
    name: 'vetting-texts',
    text: TEXTS,
    values: [due.listing_id],
  })
  const [texts] = rows
  return texts === undefined ? null : { ...due, ...texts }
}

/** Stores the result, unless the listing changed meanwhile; then it is scanned again. */
export async function keepVetting(
  pg: PgPool,
  { listing_id, wanted_at }: Unvetted,
  { verdict, checks, permissions }: Vetting,
): Promise<void> {
  await pg.query({
    name: 'vetting-keep',
    text: KEEP,
    values: [listing_id, wanted_at, verdict, JSON.stringify(checks), permissions],
  })
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
returning v.listing_id, v.wanted_at::text as wanted_at`

const TEXTS = `
select l.slug, l.title, l.summary, l.description, l.listing_kind, c.content
from listing l left join listing_content c on c.listing_id = l.id and c.sha256 = l.content_sha256 where l.id = $1`

const KEEP = `
update listing_vetting set vetted_at = clock_timestamp(), verdict = $3, checks = $4, permissions = $5
where listing_id = $1 and wanted_at = $2::timestamptz and vetted_at is null`
