import type { Pool as PgPool } from 'pg'

import { fragment, now } from '#shared/db/fragment.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { voidAuction } from '../auctions/void-auction.ts'
import { Listing } from '../listings/listing.entity.ts'
import { publicId } from '../public-id.ts'
import { Report } from './report.entity.ts'

/** A listing with open reports, as an operator sees it. */
export type ReportedListing = {
  listing_id: string
  title: string
  seller: string
  is_hidden: boolean
  reports: { reason: string; details: string | null; evidence_url: string | null; created_at: string }[]
}

/** Lists listings with open reports, most reports first. */
export async function listReported(pg: PgPool, limit = 50): Promise<ReportedListing[]> {
  // SQL: each listing comes with its reports as one value, and is ordered by how many they are.
  const { rows } = await pg.query<Omit<ReportedListing, 'listing_id'> & { id: string }>(LIST, [limit])
  return rows.map(({ id, ...listing }) => ({ listing_id: publicId('lst', id), ...listing }))
}

/**
 * Decides every open report of a listing. `upheld` hides the listing, if it is not hidden already, and ends its auction
 * without a sale. `dismissed` shows it again and also dismisses reports that were upheld before; the clock of its
 * auction continues where it stopped. Returns how many reports were decided. With 0, nothing changes.
 */
export function decideReports(
  db: Pick<Db, 'pg' | 'em'>,
  listingId: string,
  state: 'upheld' | 'dismissed',
): Promise<number> {
  return inUnitOfWork(db, async (em) => {
    // SQL: an EntityManager has no lock that lets others refer to the listing meanwhile.
    await connectionOf(em).query(`select from listing where id = $1 for no key update`, [listingId])
    const undecided = { listingId, state: { $in: state === 'dismissed' ? OPEN_OR_UPHELD : OPEN } }
    const decided = await em.nativeUpdate(Report, undecided, { state, decidedAt: now })
    if (decided === 0) return 0
    const hiddenAt = state === 'upheld' ? fragment`coalesce(hidden_at, clock_timestamp())` : HIDDEN_BY_SUSPENSION
    await em.nativeUpdate(Listing, { id: listingId }, { hiddenAt })
    if (state === 'upheld') await voidAuction(em, listingId)
    return decided
  })
}

/** SQL: null, but for a listing of a suspended seller, which stays hidden. */
const HIDDEN_BY_SUSPENSION = fragment`(select listing.hidden_at from market_user u where u.id = owner_id and u.status = 'suspended')`

const OPEN = ['open'] as const
const OPEN_OR_UPHELD = ['open', 'upheld'] as const

const LIST = `
select l.id, l.title, u.username as seller, l.hidden_at is not null as is_hidden,
  json_agg(json_build_object('reason', r.reason, 'details', r.details, 'evidence_url', r.evidence_url,
    'created_at', ${isoUtc('r.created_at')}) order by r.created_at) as reports
from report r join listing l on l.id = r.listing_id join market_user u on u.id = l.owner_id
where r.state = 'open' group by l.id, l.title, u.username, l.hidden_at order by count(*) desc, min(r.created_at) limit $1`
