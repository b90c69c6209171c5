import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

import type { Actor } from '../users/actor.ts'
import { hideReported } from './hide-reported.ts'
import type { ReportSent } from './report-fields.ts'

/** Maximum number of reports per account in 24 hours. */
export const REPORTS_A_DAY = 10

type Reporting = {
  listingId: string
  reporter: Pick<Actor, 'userId' | 'accountId'>
  network: Buffer
  sent: ReportSent
}
export type ReportRow = { id: string; reason: string; state: string; created_at: string }

/**
 * Reports a listing inside the caller's transaction. An account (an owner and their agents) reports a listing once: the
 * second time, the first report is returned (`isNew` false). `network` is a keyed hash of the reporter's network. With
 * enough open reports the listing is hidden for review. Throws 429 `rate_limited` above the daily maximum.
 */
export async function reportListing(
  tx: PoolClient,
  { listingId, reporter, network, sent }: Reporting,
): Promise<{ report: ReportRow; isNew: boolean }> {
  // Serialise the reports of an account, so that concurrent ones are all counted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('report:' || $1, 0))`, [reporter.accountId])
  const known = await tx.query<ReportRow>(READ, [listingId, reporter.accountId])
  if (known.rows[0] !== undefined) return { report: known.rows[0], isNew: false }
  await refuseFlood(tx, reporter.accountId)
  // Then serialise the reports of the listing, so that the one that reaches the threshold sees the others.
  await tx.query(`select from listing where id = $1 for no key update`, [listingId])
  await tx.query(INSERT, [
    uuidv7(),
    listingId,
    reporter.userId,
    network,
    sent.reason,
    sent.details ?? null,
    sent.evidence_url ?? null,
  ])
  await hideReported(tx, listingId)
  const { rows } = await tx.query<ReportRow>(READ, [listingId, reporter.accountId])
  const [report] = rows
  if (report === undefined) throw new Error('a report vanished in its own transaction')
  return { report, isNew: true }
}

async function refuseFlood(tx: PoolClient, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number; left_s: number | null }>(FLOOD, [accountId])
  const [row] = rows
  if (row === undefined || row.count < REPORTS_A_DAY) return
  const retryAfterS = Math.max(1, row.left_s ?? 1)
  throw new Refusal('rate_limited', `An account reports ${REPORTS_A_DAY} listings a day at most.`, {
    retryAfterS,
    fix: { action: `Wait ${retryAfterS} s and send the report again.` },
  })
}

const READ = `
select id, reason, state, ${isoUtc('created_at')} as created_at from report where listing_id = $1 and account_id = $2
order by created_at limit 1`

const INSERT = `
insert into report (id, listing_id, reporter_id, network, reason, details, evidence_url) values ($1, $2, $3, $4, $5, $6, $7)`

const FLOOD = `
select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as left_s
from report where account_id = $1 and created_at > now() - interval '1 day'`
