import { Refusal } from '#shared/errors.ts'
import type { UpstreamsDoor } from '#shared/doors/upstreams.ts'

import { searchQuestion } from './coin-sources.ts'
import { findCoin, type Found, nearTickers, pick } from './find-coin.ts'

const SEARCH_MS = 2_500

/**
 * Finds the coin that a text names, in our table, else at CoinGecko. Throws Refusal `not_found`, uncharged, for an
 * unknown coin, and `upstream_unavailable` when no source could be asked.
 */
export async function resolveCoin(
  text: string,
  { upstreams, signal }: { upstreams: UpstreamsDoor; signal: AbortSignal },
): Promise<Found> {
  const known = findCoin(text)
  if (known !== null) return known
  const { value } = await upstreams.ask(searchQuestion(text.trim().toLowerCase()), { signal, withinMs: SEARCH_MS })
  const wanted = text.trim().toLowerCase().replace(/^\$/, '')
  const found =
    pick(value.filter(({ id }) => id === wanted)) ??
    pick(value.filter(({ symbol }) => symbol.toLowerCase() === wanted)) ??
    pick(value.filter(({ name }) => name.toLowerCase() === wanted))
  if (found === null) throw unknownCoin(text)
  return found
}

export function unknownCoin(text: string): Refusal {
  const near = nearTickers(text)
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`
  return new Refusal('not_found', `No coin has this id, ticker or name; nothing was charged.${hint}`, {
    fix: { action: 'Send a ticker such as BTC, a CoinGecko id such as bitcoin, or a CAIP-19 asset.' },
  })
}
