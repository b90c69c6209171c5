import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { hideReported } from './hide-reported.ts'
import { Report } from './report.entity.ts'
import type { ReportSent } from './report-fields.ts'

/** Maximum number of reports per account in 24 hours. */
export const REPORTS_A_DAY = 10

type Reporting = {
  listingId: string
  reporter: Pick<Actor, 'userId' | 'accountId'>
  network: Buffer
  sent: ReportSent
}

/**
 * Reports a listing inside the caller's transaction. An account (an owner and their agents) reports a listing once: the
 * second time, the first report is returned (`isNew` false). `network` is a keyed hash of the reporter's network. With
 * enough open reports the listing is hidden for review. Throws 429 `rate_limited` above the daily maximum.
 */
export async function reportListing(
  em: EntityManager,
  { listingId, reporter, network, sent }: Reporting,
): Promise<{ report: Report; isNew: boolean }> {
  const { accountId } = reporter
  const tx = connectionOf(em)
  // SQL: an advisory lock makes the reports of an account wait for each other, so that concurrent ones are all counted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('report:' || $1, 0))`, [accountId])
  const known = await em.findOne(Report, { listingId, accountId }, { orderBy: { createdAt: 'asc' } })
  if (known !== null) return { report: known, isNew: false }
  await refuseFlood(em, accountId)
  // SQL: no lock of an EntityManager lets others refer to the listing meanwhile. Its reports wait for each other, so
  // that the one that reaches the threshold sees the others.
  await tx.query(`select from listing where id = $1 for no key update`, [listingId])
  const report = em.create(Report, {
    id: uuidv7(),
    listingId,
    reporterId: reporter.userId,
    accountId,
    network,
    reason: sent.reason,
    details: sent.details ?? null,
    evidenceUrl: sent.evidence_url ?? null,
  })
  await em.flush()
  await hideReported(em, listingId)
  return { report, isNew: true }
}

async function refuseFlood(em: EntityManager, accountId: string): Promise<void> {
  // SQL: counts the reports of a day and tells how long the oldest of them still counts.
  const { rows } = await connectionOf(em).query<{ count: number; left_s: number | null }>(FLOOD, [accountId])
  const [row] = rows
  if (row === undefined || row.count < REPORTS_A_DAY) return
  const retryAfterS = Math.max(1, row.left_s ?? 1)
  throw new Refusal('rate_limited', `An account reports ${REPORTS_A_DAY} listings a day at most.`, {
    retryAfterS,
    fix: { action: `Wait ${retryAfterS} s and send the report again.` },
  })
}

const FLOOD = `
select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as left_s
from report where account_id = $1 and created_at > now() - interval '1 day'`
