import { uuidOf } from '#shared/market/public-id.ts'
import type { ReportAct } from '#shared/operators/acts/report-act.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about reports of users. */
export type ReportCommand = { name: 'report list' } | ReportAct

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
