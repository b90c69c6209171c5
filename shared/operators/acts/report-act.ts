import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { decideReports } from '#shared/market/reports/decide-reports.ts'

/** Decides the reports of a listing: upheld hides it, dismissed shows it again. */
export type ReportAct = { name: 'report uphold' | 'report dismiss'; listingId: string; listing: string }

/** Runs an act about reports. Throws 409 when there is no open report. */
export async function runReportAct(
  db: Pick<Db, 'pg' | 'em'>,
  { name, listingId, listing }: ReportAct,
): Promise<Record<string, unknown>> {
  const status = name === 'report uphold' ? 'upheld' : 'dismissed'
  const decided = await decideReports(db, listingId, status)
  if (decided === 0) throw new Refusal('conflict', `${listing} has no open reports.`)
  return { listing_id: listing, status, decided, is_hidden: status === 'upheld' }
}
