import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import { publicId } from '../../public-id.ts'
import type { Listing } from '../listing.entity.ts'
import type { ListingEvent } from './listing-event.entity.ts'

export type Activity = {
  kind: string
  at: string
  listing: { listing_id: string; title: string; slug: string; listing_type: string; price_cents: number }
  facts: Record<string, unknown>
}

type Row = RowOf<ListingEvent, 'kind' | 'at' | 'facts'> &
  RowOf<Listing, 'id' | 'title' | 'slug' | 'listingType' | 'priceCents'>

/** Lists the latest events of public listings, newest first; those of one listing if its UUID is given. */
export async function readActivity(pg: PgPool, limit: number, listingId: string | null): Promise<Activity[]> {
  // SQL: events with what their listings say now, by one prepared plan.
  const { rows } = await pg.query<Row>(
    listingId === null
      ? { name: 'activity', text: read(''), values: [limit] }
      : { name: 'activity-of', text: read('and e.listing_id = $2'), values: [limit, listingId] },
  )
  return rows.map(({ kind, at, facts, id, title, slug, listing_type, price_cents }) => ({
    kind,
    at,
    listing: { listing_id: publicId('lst', id), title, slug, listing_type, price_cents },
    facts,
  }))
}

const read = (more: string) => `
select e.kind, ${isoUtc('e.at')} as at, e.facts, l.id, l.title, l.slug, l.listing_type, l.price_cents
from listing_event e join listing l on l.id = e.listing_id where l.is_shown ${more} order by e.id desc limit $1`
