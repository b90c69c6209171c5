import type { Pool as PgPool } from 'pg'

import { uuidOf } from '#shared/market/public-id.ts'
import { decideReports, listReported } from '#shared/market/reports/decide-reports.ts'

import { AccessError } from './installation-access.ts'

/** What an operator may do with what users reported. */
export type ReportCommand =
  | { name: 'report list' }
  | { name: 'report uphold' | 'report dismiss'; listingId: string; listing: string }

export const isReportCommand = (command: { name: string }): command is ReportCommand =>
  command.name.startsWith('report ')

/** Reads what follows `report`; null for anything that is not a whole, known command. */
export function readReportCommand(
  operands: readonly string[],
  { listing, ...others }: { listing?: string | undefined } & Record<string, unknown>,
): ReportCommand | null {
  const [verb, ...more] = operands
  if (more.length > 0 || Object.keys(others).length > 0) return null
  if (verb === 'list') return listing === undefined ? { name: 'report list' } : null
  const listingId = uuidOf('lst', listing ?? '')
  if ((verb !== 'uphold' && verb !== 'dismiss') || listing === undefined || listingId === null) return null
  return { name: `report ${verb}`, listingId, listing }
}

/** Runs a command about reports. Throws AccessError, one line, where there is nothing to decide. */
export async function runReportCommand(pg: PgPool, command: ReportCommand): Promise<Record<string, unknown>> {
  if (command.name === 'report list') return { listings: await listReported(pg) }
  const status = command.name === 'report uphold' ? 'upheld' : 'dismissed'
  const decided = await decideReports(pg, command.listingId, status)
  if (decided === 0) throw new AccessError(`${command.listing} has no open reports.`)
  return { listing_id: command.listing, status, decided, is_hidden: status === 'upheld' }
}
