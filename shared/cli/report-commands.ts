import type { Db } from '#shared/db/open-db.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { decideReports, listReported } from '#shared/market/reports/decide-reports.ts'

import { AccessError } from './installation-access.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about reports of users. */
export type ReportCommand =
  | { name: 'report list' }
  | { name: 'report uphold' | 'report dismiss'; listingId: string; listing: string }

export const isReportCommand = (command: { name: string }): command is ReportCommand =>
  command.name.startsWith('report ')

/** Parses what follows `report`. Throws UsageError unless it is a complete, known command. */
export function readReportCommand([verb, ...words]: readonly string[], options: Options): ReportCommand {
  switch (verb) {
    case 'list':
      takesOnly('report list', { words, options })
      return { name: 'report list' }
    case 'uphold':
    case 'dismiss': {
      takesOnly(`report ${verb}`, { words, options }, 'listing')
      const { listing = '' } = options
      const listingId = uuidOf('lst', listing)
      if (listingId === null) throw new UsageError(`report ${verb} needs --listing with the id of a listing (lst_…).`)
      return { name: `report ${verb}`, listingId, listing }
    }
    default:
      throw new UsageError('What follows report is list, uphold or dismiss.')
  }
}

/** Runs a command about reports. Throws AccessError, one line, when there is no open report. */
export async function runReportCommand(
  db: Pick<Db, 'pg' | 'em'>,
  command: ReportCommand,
): Promise<Record<string, unknown>> {
  if (command.name === 'report list') return { listings: await listReported(db.pg) }
  const status = command.name === 'report uphold' ? 'upheld' : 'dismissed'
  const decided = await decideReports(db, command.listingId, status)
  if (decided === 0) throw new AccessError(`${command.listing} has no open reports.`)
  return { listing_id: command.listing, status, decided, is_hidden: status === 'upheld' }
}
