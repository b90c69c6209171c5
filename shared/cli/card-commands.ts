import type { CardAct } from '#shared/operators/acts/card-act.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about payments by card. */
export type CardCommand = { name: 'card list' } | CardAct

/** Parses what follows `card`. Throws UsageError unless it is a complete, known command. */
export function readCardCommand([verb, ...words]: readonly string[], options: Options): CardCommand {
  if (verb === 'list') {
    takesOnly('card list', { words, options })
    return { name: 'card list' }
  }
  if (verb !== 'retry') throw new UsageError('What follows card is list or retry.')
  takesOnly('card retry', { words, options }, 'event')
  if (!options.event) throw new UsageError('card retry needs --event with the id of a quarantined event (evt_…).')
  return { name: 'card retry', event: options.event }
}
