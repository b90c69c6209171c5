import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/money/iso-utc.ts'

import type { ReportSent } from './report-fields.ts'

/** Reports one account may make in 24 hours. */
export const REPORTS_A_DAY = 10
/** Open reports that hide a listing until an operator has looked; reporters have to be older than a day to count. */
export const REPORTS_THAT_HIDE = 5

export type ReportRow = { id: string; reason: string; state: string; created_at: string }

/**
 * Reports a listing inside the caller's transaction. The same reporter's second report is the first one (`isNew` false).
 * With enough open reports the listing is hidden for review. Throws 429 `rate_limited` for more than a day allows.
 */
export async function reportListing(
  tx: PoolClient,
  { listingId, reporterId, sent }: { listingId: string; reporterId: string; sent: ReportSent },
): Promise<{ report: ReportRow; isNew: boolean }> {
  // One report of an account at a time, so that those it sends at once are all counted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('report:' || $1, 0))`, [reporterId])
  const known = await tx.query<ReportRow>(READ, [listingId, reporterId])
  if (known.rows[0] !== undefined) return { report: known.rows[0], isNew: false }
  await refuseFlood(tx, reporterId)
  // Then one report of a listing at a time, so that the one that makes it enough sees the others.
  await tx.query(`select from listing where id = $1 for no key update`, [listingId])
  await tx.query(INSERT, [
    uuidv7(),
    listingId,
    reporterId,
    sent.reason,
    sent.details ?? null,
    sent.evidence_url ?? null,
  ])
  await tx.query(HIDE, [listingId])
  const { rows } = await tx.query<ReportRow>(READ, [listingId, reporterId])
  const [report] = rows
  if (report === undefined) throw new Error('a report vanished in its own transaction')
  return { report, isNew: true }
}

async function refuseFlood(tx: PoolClient, reporterId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number; left_s: number | null }>(FLOOD, [reporterId])
  const [row] = rows
  if (row === undefined || row.count < REPORTS_A_DAY) return
  const retryAfterS = Math.max(1, row.left_s ?? 1)
  throw new Refusal('rate_limited', `An account reports ${REPORTS_A_DAY} listings a day at most.`, {
    retryAfterS,
    fix: { action: `Wait ${retryAfterS} s and send the report again.` },
  })
}

const READ = `
select id, reason, state, ${isoUtc('created_at')} as created_at from report where listing_id = $1 and reporter_id = $2`

const INSERT = `
insert into report (id, listing_id, reporter_id, reason, details, evidence_url) values ($1, $2, $3, $4, $5, $6)`

const FLOOD = `
select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as left_s
from report where reporter_id = $1 and created_at > now() - interval '1 day'`

// What an operator has dismissed or upheld does not count again.
const HIDE = `
update listing set hidden_at = now() where id = $1 and hidden_at is null and ${REPORTS_THAT_HIDE} <= (
  select count(*) from report r join market_user u on u.id = r.reporter_id
  where r.listing_id = $1 and r.state = 'open' and u.created_at < now() - interval '1 day')`
