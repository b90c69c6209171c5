import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { StockQuote } from './stock-sources.ts'

const number = z.number().nullish()
const text = z.string().nullish()
/** The year 2100: beyond it a time is none. */
const LATEST_S = 4_102_444_800
const numbers = z.array(z.number().nullable()).nullish()
const Period = z.object({ start: z.number(), end: z.number() }).nullish()

const Chart = z.object({
  chart: z.object({
    result: z
      .array(
        z.object({
          meta: z.object({
            symbol: z.string(),
            currency: text,
            exchangeName: text,
            fullExchangeName: text,
            regularMarketPrice: number,
            regularMarketTime: z.number().positive().max(LATEST_S).nullish(),
            regularMarketDayHigh: number,
            regularMarketDayLow: number,
            regularMarketVolume: number,
            longName: text,
            shortName: text,
            chartPreviousClose: number,
            previousClose: number,
            gmtoffset: number,
            currentTradingPeriod: z.object({ pre: Period, regular: Period, post: Period }).nullish(),
          }),
          timestamp: z.array(z.number()).nullish(),
          indicators: z.object({ quote: z.array(z.object({ close: numbers })).nullish() }).nullish(),
        }),
      )
      .min(1),
  }),
})
const Failed = z.object({ chart: z.object({ error: z.object({ code: z.string() }) }) })

/** Reads /v8/finance/chart: `result: null` and an error "Not Found" for a symbol it does not know. */
export function readYahooChart(reply: UpstreamReply): StockQuote | null {
  const body = reply.json()
  const failed = Failed.safeParse(body)
  if (failed.success) {
    if (failed.data.chart.error.code === 'Not Found') return null
    throw new UpstreamError('server_error', 'it answered with an error')
  }
  const [result] = Chart.parse(body).chart.result
  if (result === undefined) throw new UpstreamError('bad_response', 'it answered without a result')
  const { meta } = result
  // Without its time nobody could see that a price is old.
  const { regularMarketPrice: price, regularMarketTime: at } = meta
  if (typeof price !== 'number' || typeof at !== 'number') {
    throw new UpstreamError('bad_response', 'it answered without a price or its time')
  }
  const { pre, regular, post } = meta.currentTradingPeriod ?? {}
  return {
    name: meta.longName ?? meta.shortName ?? null,
    price,
    at,
    currency: meta.currency ?? null,
    previousClose: closeBefore(result, at, meta.gmtoffset ?? 0),
    low: meta.regularMarketDayLow ?? null,
    high: meta.regularMarketDayHigh ?? null,
    volume: meta.regularMarketVolume ?? null,
    exchange: meta.fullExchangeName ?? meta.exchangeName ?? null,
    periods: regular === undefined || regular === null ? null : { pre: pre ?? null, regular, post: post ?? null },
  }
}

type Result = z.output<typeof Chart>['chart']['result'][number]

/** The last close of a day before that of the price; `chartPreviousClose` is of the day before the whole chart. */
function closeBefore({ meta, timestamp, indicators }: Result, at: number, offsetS: number): number | null {
  const dayOf = (time: number) => Math.floor((time + offsetS) / 86_400)
  const closes = indicators?.quote?.[0]?.close ?? []
  const before = (timestamp ?? []).flatMap((time, index) => {
    const close = closes[index]
    return typeof close !== 'number' || dayOf(time) >= dayOf(at) ? [] : [{ time, close }]
  })
  const last = before.toSorted((one, other) => other.time - one.time)[0]
  return last?.close ?? meta.previousClose ?? meta.chartPreviousClose ?? null
}
