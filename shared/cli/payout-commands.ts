import type { Db } from '#shared/db/open-db.ts'
import { holdPayout, releasePayout } from '#shared/market/payouts/hold-payout.ts'
import { openPayoutList } from '#shared/market/payouts/read-payouts.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { AccessError } from './installation-access.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about payouts to sellers. */
export type PayoutCommand =
  | { name: 'payout list' }
  | { name: 'payout hold'; payoutId: string; payout: string; reason: string }
  | { name: 'payout release'; payoutId: string; payout: string }

export const isPayoutCommand = (command: { name: string }): command is PayoutCommand =>
  command.name.startsWith('payout ')

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

/** Runs a command about payouts. Throws AccessError, one line, when the payout is in no state for it. */
export async function runPayoutCommand(
  db: Pick<Db, 'pg' | 'em'>,
  command: PayoutCommand,
): Promise<Record<string, unknown>> {
  if (command.name === 'payout list') return { payouts: await openPayoutList(db.pg) }
  const em = await db.em()
  if (command.name === 'payout hold') {
    const isHeld = await holdPayout(em, command.payoutId, command.reason)
    if (!isHeld) throw new AccessError(`${command.payout} is not ready: only what is not signed yet can be held.`)
    return { payout_id: command.payout, state: 'held', reason: command.reason }
  }
  const isReleased = await releasePayout(em, command.payoutId)
  if (!isReleased) throw new AccessError(`${command.payout} is not held.`)
  return { payout_id: command.payout, state: 'ready' }
}
