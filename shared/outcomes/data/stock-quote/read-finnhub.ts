import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { StockQuote } from './stock-sources.ts'

const number = z.number().nullish()
/** https://finnhub.io/docs/api/quote: c current, h high, l low, pc previous close, t epoch seconds. */
const Quote = z.object({ c: z.number(), h: number, l: number, pc: number, t: z.number().max(4_102_444_800) })

/** Reads /api/v1/quote: zeros for a symbol it does not know, an error in a 200 when its limit is reached. */
export function readFinnhub(reply: UpstreamReply): StockQuote | null {
  const body = reply.json()
  const failed = z.object({ error: z.string() }).safeParse(body)
  if (failed.success) {
    throw new UpstreamError(/limit/i.test(failed.data.error) ? 'rate_limited' : 'refused', 'it answered with an error')
  }
  const { c, h, l, pc, t } = Quote.parse(body)
  if (c === 0 && t === 0) return null
  if (t <= 0) throw new UpstreamError('bad_response', 'it answered without the time of the price')
  return {
    name: null,
    price: c,
    at: t,
    // Finnhub quotes in the currency of the exchange without naming it.
    currency: null,
    previousClose: knownOrNull(pc),
    low: knownOrNull(l),
    high: knownOrNull(h),
    volume: null,
    exchange: null,
    periods: null,
  }
}

/** Zero stands for what it does not know. */
const knownOrNull = (value: number | null | undefined) => (value === 0 ? null : (value ?? null))
