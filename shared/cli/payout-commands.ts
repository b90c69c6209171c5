import { uuidOf } from '#shared/market/public-id.ts'
import type { PayoutAct } from '#shared/operators/acts/payout-act.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about payouts to sellers. */
export type PayoutCommand = { name: 'payout list' } | PayoutAct

const MOST_CHARACTERS = 200

/** Parses what follows `payout`. Throws UsageError unless it is a complete, known command. */
export function readPayoutCommand([verb, ...words]: readonly string[], options: Options): PayoutCommand {
  switch (verb) {
    case 'list':
      takesOnly('payout list', { words, options })
      return { name: 'payout list' }
    case 'hold': {
      takesOnly('payout hold', { words, options }, 'payout', 'reason')
      const reason = options.reason?.trim() ?? ''
      if (reason === '' || reason.length > MOST_CHARACTERS)
        throw new UsageError(`payout hold needs --reason with 1 to ${MOST_CHARACTERS} characters; the seller sees it.`)
      return { name: 'payout hold', ...payoutOf('hold', options), reason }
    }
    case 'release':
      takesOnly('payout release', { words, options }, 'payout')
      return { name: 'payout release', ...payoutOf('release', options) }
    default:
      throw new UsageError('What follows payout is list, hold or release.')
  }
}

function payoutOf(verb: string, { payout = '' }: Options) {
  const payoutId = uuidOf('pay', payout)
  if (payoutId === null) throw new UsageError(`payout ${verb} needs --payout with the id of a payout (pay_…).`)
  return { payoutId, payout }
}
