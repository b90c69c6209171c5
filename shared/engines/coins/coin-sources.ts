import { z } from 'zod'

import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { Coin } from './coins.rules.ts'

/** One source's data on one coin, amounts as decimal strings; null where the source has none. */
export type CoinQuote = {
  price: string
  /** When the price was, epoch seconds. */
  at: number | null
  change24hPct: number | null
  marketCap: string | null
  volume24h: string | null
}

const PRICE_TTL_S = 30
const SEARCH_TTL_S = 86_400
const number = z.number().nullish()

/** https://docs.cdp.coinbase.com: `{"data":{"amount":"64090.00","base":"BTC","currency":"USD"}}`, 404 for what it has not. */
export const coinbaseQuestion = (symbol: string, quote: string): UpstreamQuestion<CoinQuote | null> => ({
  upstream: 'coinbase',
  path: '/v2/prices/{pair}/spot',
  fill: { pair: `${symbol}-${quote.toUpperCase()}` },
  answers: [400, 404],
  ttlS: PRICE_TTL_S,
  read: readCoinbase,
})

const Coinbase = z.object({ data: z.object({ amount: z.string().regex(/^\d+(?:\.\d+)?$/) }) })

export function readCoinbase(reply: UpstreamReply): CoinQuote | null {
  const body = reply.json()
  if (reply.status >= 400) return null
  return quoteOf(Coinbase.parse(body).data.amount)
}

/** https://docs.kraken.com: 200 with `error: ["EQuery:Unknown asset pair"]` for what it has not. */
export const krakenQuestion = (ticker: string, quote: string): UpstreamQuestion<CoinQuote | null> => ({
  upstream: 'kraken',
  path: '/0/public/Ticker',
  query: { pair: ticker + quote.toUpperCase() },
  ttlS: PRICE_TTL_S,
  read: readKraken,
})

/** Quote currencies of Kraken. */
export const KRAKEN_QUOTES: ReadonlySet<string> = new Set(['usd', 'eur', 'gbp', 'cad', 'chf', 'jpy', 'aud'])

const Kraken = z.object({
  result: z.record(z.string(), z.object({ c: z.array(z.string()).min(1), v: z.array(z.string()).nullish() })),
})

export function readKraken(reply: UpstreamReply): CoinQuote | null {
  const body = krakenBody(reply)
  if (body === null) return null
  const [pair] = Object.values(Kraken.parse(body).result)
  // The key of the result is another spelling of the pair that was asked.
  return pair === undefined
    ? null
    : quoteOf(
        z
          .string()
          .regex(/^\d+(?:\.\d+)?$/)
          .parse(pair.c[0]),
      )
}

/** The body of an answer of Kraken; null where it does not know the pair. */
export function krakenBody(reply: UpstreamReply): unknown {
  const body = reply.json()
  const errors = z.object({ error: z.array(z.string()) }).parse(body).error
  if (errors.length === 0) return body
  if (errors.some((error) => error.startsWith('EQuery:Unknown asset pair'))) return null
  const isLimit = errors.some((error) => /rate limit|too many/i.test(error))
  throw new UpstreamError(isLimit ? 'rate_limited' : 'server_error', 'it answered 200 with an error')
}

/** https://docs.coingecko.com/reference/simple-price: an id it does not know is missing, one without a price is `{}`. */
export const coingeckoQuestion = (
  ids: readonly string[],
  quote: string,
): UpstreamQuestion<ReadonlyMap<string, CoinQuote>> => ({
  upstream: 'coingecko',
  path: '/api/v3/simple/price',
  query: { ids: ids.join(','), ...coingeckoWish(quote) },
  ttlS: PRICE_TTL_S,
  read: (reply) => readCoingecko(reply, quote),
})

/**
 * Asks CoinGecko by tickers that are not in our table. Of several coins with one ticker, the one with the highest value
 * counts.
 */
export const coingeckoTickers = (
  tickers: readonly string[],
  quote: string,
): UpstreamQuestion<ReadonlyMap<string, CoinQuote>> => ({
  ...coingeckoQuestion([], quote),
  query: { symbols: tickers.join(','), include_tokens: 'top', ...coingeckoWish(quote) },
})

const coingeckoWish = (quote: string) => ({
  vs_currencies: quote,
  include_24hr_change: true,
  include_market_cap: true,
  include_24hr_vol: true,
  include_last_updated_at: true,
})

export function readCoingecko(reply: UpstreamReply, quote: string): ReadonlyMap<string, CoinQuote> {
  const body = reply.json()
  refuseCoingeckoError(body)
  const coins = z.record(z.string(), z.record(z.string(), z.unknown())).parse(body)
  return new Map(
    Object.entries(coins).flatMap(([id, facts]): [string, CoinQuote][] => {
      const price = number.safeParse(facts[quote]).data ?? -1
      if (price < 0) return []
      return [
        [
          id,
          {
            price: plainNumber(price),
            at: timeOf(facts['last_updated_at']),
            change24hPct: number.safeParse(facts[`${quote}_24h_change`]).data ?? null,
            marketCap: plainOrNull(facts[`${quote}_market_cap`]),
            volume24h: plainOrNull(facts[`${quote}_24h_vol`]),
          },
        ],
      ]
    }),
  )
}

/** Throws for an error in a body. A gateway may send errors with a 200: `{"status":{"error_code":429,...}}`. */
export function refuseCoingeckoError(body: unknown): void {
  const failed = z.object({ status: z.object({ error_code: z.number() }) }).safeParse(body)
  const code = failed.data?.status.error_code
  if (code === undefined) return
  throw new UpstreamError(code === 429 ? 'rate_limited' : 'refused', `it answered with the error ${code}`)
}

/** https://defillama.com/docs/api: by ids of CoinGecko, in dollars only; what it does not know is missing. */
export const llamaQuestion = (ids: readonly string[]): UpstreamQuestion<ReadonlyMap<string, CoinQuote>> => ({
  upstream: 'defillama',
  path: '/prices/current/{coins}',
  fill: { coins: ids.map((id) => `coingecko:${id}`).join(',') },
  ttlS: PRICE_TTL_S,
  read: readLlama,
})

const Llama = z.object({
  coins: z.record(z.string(), z.object({ price: z.number().nonnegative(), timestamp: number })),
})

export function readLlama(reply: UpstreamReply): ReadonlyMap<string, CoinQuote> {
  return new Map(
    Object.entries(Llama.parse(reply.json()).coins).map(([key, { price, timestamp }]) => [
      key.slice(key.indexOf(':') + 1),
      { ...quoteOf(plainNumber(price)), at: timeOf(timestamp) },
    ]),
  )
}

/** https://docs.coingecko.com/reference/search-data: coins of any name or ticker, those of most value first. */
export const searchQuestion = (text: string): UpstreamQuestion<Coin[]> => ({
  upstream: 'coingecko',
  path: '/api/v3/search',
  query: { query: text },
  ttlS: SEARCH_TTL_S,
  read: readCoinSearch,
})

const Search = z.object({
  coins: z.array(z.object({ id: z.string(), name: z.string(), symbol: z.string(), market_cap_rank: number })),
})

export function readCoinSearch(reply: UpstreamReply): Coin[] {
  const body = reply.json()
  refuseCoingeckoError(body)
  return Search.parse(body)
    .coins.map(({ id, name, symbol, market_cap_rank }) => ({
      id,
      name,
      symbol: symbol.toUpperCase(),
      rank: market_cap_rank ?? null,
      kraken: symbol.toUpperCase(),
    }))
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
}

/** Epoch seconds up to the year 2100; null for anything else. */
const timeOf = (value: unknown): number | null => z.number().positive().max(4_102_444_800).safeParse(value).data ?? null

const quoteOf = (price: string): CoinQuote => ({
  price,
  at: null,
  change24hPct: null,
  marketCap: null,
  volume24h: null,
})

const plainOrNull = (value: unknown) => {
  const amount = number.safeParse(value).data ?? -1
  return amount < 0 ? null : plainNumber(amount)
}

/** Digits without an exponent, as they were written: 0.0000012 and not 1.2e-6. */
export function plainNumber(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString()
}
