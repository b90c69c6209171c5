import { z } from 'zod'

import type { UpstreamQuestion, UpstreamReply } from '#shared/doors/upstreams.ts'

import { krakenBody, refuseCoingeckoError } from '#shared/engines/coins/coin-sources.ts'

/** Prices over time, oldest first: epoch milliseconds and dollars. */
export type Closes = readonly (readonly [atMs: number, price: number])[]

export type Momentum = {
  change_24h_pct: number | null
  change_7d_pct: number | null
  /** Standard deviation of the daily logarithmic returns of seven days, in percent, not annualised. */
  realized_vol_7d_pct: number | null
}

const TTL_S = 900
const DAY_MS = 86_400_000
const Point = z.tuple([z.number(), z.number().positive()]).rest(z.unknown())

/** Daily closes of eight days of a coin, from CoinGecko by id, else from Kraken by ticker. */
export const closesSources = (id: string, kraken: string | null): UpstreamQuestion<Closes>[] => [
  {
    upstream: 'coingecko',
    path: '/api/v3/coins/{id}/market_chart',
    fill: { id },
    query: { vs_currency: 'usd', days: 8, interval: 'daily' },
    ttlS: TTL_S,
    read: readMarketChart,
  },
  ...(kraken === null
    ? []
    : [
        {
          upstream: 'kraken',
          path: '/0/public/OHLC',
          query: { pair: `${kraken}USD`, interval: 1_440 },
          ttlS: TTL_S,
          read: readOhlc,
        } as const,
      ]),
]

/** https://docs.coingecko.com/reference/coins-id-market-chart */
export function readMarketChart(reply: UpstreamReply): Closes {
  const body = reply.json()
  refuseCoingeckoError(body)
  return inOrder(
    z
      .object({ prices: z.array(Point) })
      .parse(body)
      .prices.map(([at, price]) => [at, price]),
  )
}

/** https://docs.kraken.com/api/docs/rest-api/get-ohlc-data: rows of time, open, high, low, close, ... */
export function readOhlc(reply: UpstreamReply): Closes {
  const body = krakenBody(reply)
  const { result } = z.object({ result: z.record(z.string(), z.unknown()) }).parse(body)
  const rows = Object.values(result).find((value) => Array.isArray(value))
  const Row = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string()]).rest(z.unknown())
  return inOrder(
    z
      .array(Row)
      .parse(rows)
      .slice(-9)
      .map(([at, , , , close]) => [at * 1_000, Number(close)]),
  )
}

const inOrder = (closes: [number, number][]): Closes => closes.toSorted(([one], [other]) => one - other)

/** Changes against the price of a day and of seven days before the last one, and how much it moved meanwhile. */
export function momentumOf(closes: Closes): Momentum {
  const last = closes.at(-1)
  if (last === undefined) return { change_24h_pct: null, change_7d_pct: null, realized_vol_7d_pct: null }
  const change = (days: number) => {
    const before = closest(closes, last[0] - days * DAY_MS)
    return before === null || before === 0 ? null : round((last[1] / before - 1) * 100)
  }
  return { change_24h_pct: change(1), change_7d_pct: change(7), realized_vol_7d_pct: volatility(closes.slice(-8)) }
}

/** The price within half a day of a time. */
function closest(closes: Closes, atMs: number): number | null {
  const near = closes.filter(([at]) => Math.abs(at - atMs) <= DAY_MS / 2)
  const [best] = near.toSorted(([one], [other]) => Math.abs(one - atMs) - Math.abs(other - atMs))
  return best?.[1] ?? null
}

function volatility(closes: Closes): number | null {
  const returns = closes.slice(1).map(([, price], index) => Math.log(price / (closes[index]?.[1] ?? price)))
  if (returns.length < 4 || !returns.every(Number.isFinite)) return null
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1)
  return round(Math.sqrt(variance) * 100)
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
