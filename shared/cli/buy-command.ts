import { uuidOf } from '#shared/market/public-id.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/**
 * Ways to pay for a listing: with a prepaid key, by x402 from a demo wallet (`base`, `solana`), or in one transaction of
 * the demo wallet on Solana that pays the seller (`sol`, `usdc`).
 */
const PAYERS = ['key', 'base', 'solana', 'sol', 'usdc'] as const

/** Buys a listing of the playground. Without `key`, paying by key grants one first. */
export type BuyCommand = {
  name: 'buy'
  listing: string
  pay: (typeof PAYERS)[number]
  key?: string
  /** The id of an offer of a licence of the listing, in its place. */
  offer?: string
  json?: boolean
}

/** Parses what follows `buy`. Throws UsageError unless it is complete. */
export function readBuy([listing = '', ...words]: readonly string[], options: Options): BuyCommand {
  takesOnly('buy', { words, options }, 'pay', 'key', 'offer', 'json')
  if (uuidOf('lst', listing) === null) throw new UsageError('buy needs the id of a listing (lst_…).')
  const pay = PAYERS.find((name) => name === options.pay)
  if (pay === undefined) throw new UsageError(`buy needs --pay: ${PAYERS.join(', ')}.`)
  if (options.key !== undefined && pay !== 'key') throw new UsageError('--key goes with --pay key.')
  if (options.offer !== undefined && uuidOf('rof', options.offer) === null)
    throw new UsageError('--offer takes the id of an offer (rof_…).')
  return {
    name: 'buy',
    listing,
    pay,
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.offer === undefined ? {} : { offer: options.offer }),
    ...(options.json === true ? { json: true } : {}),
  }
}
