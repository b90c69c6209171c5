import { MOST_EVIDENCE } from '#shared/market/cards/give-evidence.ts'
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
  if (verb === 'evidence') {
    takesOnly('card evidence', { words, options }, 'dispute', 'evidence')
    const evidence = options.evidence?.trim() ?? ''
    if (!options.dispute) throw new UsageError('card evidence needs --dispute with the id of a dispute (dp_…).')
    if (evidence === '' || evidence.length > MOST_EVIDENCE)
      throw new UsageError(`card evidence needs --evidence with 1 to ${MOST_EVIDENCE} characters; the bank reads it.`)
    return { name: 'card evidence', dispute: options.dispute, evidence }
  }
  if (verb !== 'retry') throw new UsageError('What follows card is list, retry or evidence.')
  takesOnly('card retry', { words, options }, 'event')
  if (!options.event) throw new UsageError('card retry needs --event with the id of a quarantined event (evt_…).')
  return { name: 'card retry', event: options.event }
}
