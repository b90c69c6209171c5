import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { readFinnhub } from './read-finnhub.ts'
import { readStooq } from './read-stooq.ts'
import { readYahooChart } from './read-yahoo-chart.ts'

/** When something is traded, epoch seconds. */
export type Period = { start: number; end: number }

/** What a source says of a security; null what it does not say. Prices are in the currency that is named. */
export type StockQuote = {
  name: string | null
  price: number
  /** Epoch seconds. */
  at: number
  currency: string | null
  previousClose: number | null
  low: number | null
  high: number | null
  volume: number | null
  exchange: string | null
  periods: { pre: Period | null; regular: Period; post: Period | null } | null
}

const TTL_S = 60

/** Countries of Stooq by the suffix that Yahoo gives to an exchange; none at all is the United States. */
const STOOQ_COUNTRIES: Readonly<Record<string, string>> = {
  L: 'uk',
  DE: 'de',
  F: 'de',
  T: 'jp',
  HK: 'hk',
  WA: '',
  BD: 'hu',
}

/** Who is asked for a quote, in order. A value of null: the source knows no such symbol. */
export function stockSources(symbol: string): UpstreamQuestion<StockQuote | null>[] {
  const stooq = stooqSymbol(symbol)
  return [
    // Finnhub writes classes of shares with a dot.
    {
      upstream: 'finnhub',
      path: '/api/v1/quote',
      query: { symbol: symbol.replace(/-(?=[A-Z]$)/, '.') },
      ttlS: TTL_S,
      read: readFinnhub,
    },
    {
      upstream: 'yahoo-finance',
      path: '/v8/finance/chart/{symbol}',
      fill: { symbol },
      query: { interval: '1d', range: '5d', includePrePost: false },
      answers: [404],
      ttlS: TTL_S,
      read: readYahooChart,
    },
    ...(stooq === null
      ? []
      : [
          {
            upstream: 'stooq',
            path: '/q/l/',
            query: { s: stooq, f: 'sd2t2ohlcv', h: '', e: 'csv' },
            expects: 'text',
            ttlS: TTL_S,
            read: readStooq,
          } satisfies UpstreamQuestion<StockQuote | null>,
        ]),
  ]
}

/** Null: a kind of symbol that Stooq writes in ways of its own. */
function stooqSymbol(symbol: string): string | null {
  const [, stem, suffix] = /^([A-Z0-9-]+)(?:\.([A-Z]{1,3}))?$/.exec(symbol) ?? []
  if (stem === undefined) return null
  const country = suffix === undefined ? 'us' : STOOQ_COUNTRIES[suffix]
  if (country === undefined) return null
  return `${stem.toLowerCase()}${country === '' ? '' : `.${country}`}`
}
