import type { UpstreamAnswer } from '#shared/doors/upstreams.ts'

import { askPart, type Asking } from '#shared/engines/sources/part.ts'
import {
  coingeckoQuestion,
  coingeckoTickers,
  type CoinQuote,
  llamaQuestion,
} from '#shared/engines/coins/coin-sources.ts'
import { findCoin } from '#shared/engines/coins/find-coin.ts'
import { unknownCoin } from '#shared/engines/coins/resolve-coin.ts'

const ASK_MS = 5_000
const TICKERS_MS = 3_000
/** What may be a ticker that our table does not have. */
const TICKER = /^[a-z0-9.$_-]{1,20}$/

export type CoinRow = {
  input: string
  id: string | null
  symbol: string
  price: string | null
  change24hPct: number | null
  /** Epoch seconds. */
  at: number | null
  status: 'ok' | 'not_found' | 'ambiguous' | 'error'
}

/**
 * Prices of many coins in the order of `symbols`: one question for all that our table knows, and one by ticker for the
 * rest. Throws Refusal `upstream_unavailable` when nobody answers the first, `not_found` when nothing can be a coin.
 */
export async function priceCoins(symbols: readonly string[], quote: string, asking: Asking) {
  const known = new Map(symbols.map((symbol) => [symbol, findCoin(symbol)]))
  const ids = [...new Set([...known.values()].flatMap((found) => (found === null ? [] : [found.coin.id])))].toSorted()
  const tickers = [
    ...new Set([...known].flatMap(([symbol, found]) => (found === null ? tickerOf(symbol) : []))),
  ].toSorted()

  if (ids.length + tickers.length === 0) throw unknownCoin(symbols[0] ?? '')

  const byId = ids.length === 0 ? null : askIds(ids, quote, asking)
  const byTicker = tickers.length === 0 ? null : coingeckoTickers(tickers, quote)
  // Unknown tickers alone have nobody else to be asked of; beside known coins they may stay open.
  const [main, rest] = await Promise.all([
    byId ?? asking.upstreams.ask(byTicker ?? [], { signal: asking.signal, withinMs: ASK_MS }),
    byId === null || byTicker === null ? null : askPart(asking, byTicker, TICKERS_MS),
  ])
  const quotesByTicker: ReadonlyMap<string, CoinQuote> | null = byId === null ? main.value : (rest?.value ?? null)
  const isOpen = rest !== null && rest.problem !== null

  const rows = symbols.map((input): CoinRow => {
    const found = known.get(input) ?? null
    if (found !== null) {
      const { id, symbol } = found.coin
      const status = found.others.length > 0 ? 'ambiguous' : 'ok'
      return rowOf({ input, id, symbol }, main.value.get(id) ?? null, status)
    }
    const [ticker] = tickerOf(input)
    const quoted = ticker === undefined ? null : (quotesByTicker?.get(ticker) ?? null)
    const row = rowOf({ input, id: null, symbol: (ticker ?? input).toUpperCase() }, quoted, 'ok')
    return row.price === null && isOpen && ticker !== undefined ? { ...row, status: 'error' } : row
  })
  return { rows, answer: main }
}

const askIds = (
  ids: readonly string[],
  quote: string,
  { upstreams, signal }: Asking,
): Promise<UpstreamAnswer<ReadonlyMap<string, CoinQuote>>> =>
  upstreams.ask(
    // DefiLlama knows prices in dollars only.
    [coingeckoQuestion(ids, quote), ...(quote === 'usd' ? [llamaQuestion(ids)] : [])],
    { signal, withinMs: ASK_MS },
  )

function tickerOf(symbol: string): string[] {
  const ticker = symbol.trim().toLowerCase().replace(/^\$/, '')
  return TICKER.test(ticker) ? [ticker] : []
}

const rowOf = (
  row: Pick<CoinRow, 'input' | 'id' | 'symbol'>,
  quoted: CoinQuote | null,
  status: 'ok' | 'ambiguous',
): CoinRow =>
  quoted === null
    ? { ...row, price: null, change24hPct: null, at: null, status: 'not_found' }
    : { ...row, price: quoted.price, change24hPct: quoted.change24hPct, at: quoted.at, status }
