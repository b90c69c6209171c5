import { UpstreamError, type UpstreamReply } from '#shared/outcomes/doors/upstreams.ts'

import type { StockQuote } from './stock-sources.ts'

const HEAD = 'Symbol,Date,Time,Open,High,Low,Close,Volume'
/** Their times are those of Warsaw; the hour of summer time is not worth a table for a price of the day. */
const OFFSET_H = 1

/** Reads the CSV of one symbol: `N/D` for one it does not know, and a text about keys instead of a table without one. */
export function readStooq(reply: UpstreamReply): StockQuote | null {
  const [head = '', row = ''] = reply.text().trim().split(/\r?\n/)
  if (/apikey/i.test(head)) throw new UpstreamError('refused', 'it asks for a key')
  if (/exceeded|limit/i.test(head)) throw new UpstreamError('rate_limited', 'its daily limit is reached')
  if (head.trim() !== HEAD) throw new UpstreamError('bad_response', 'it answered with another table')
  const [, date = '', time = '', , high = '', low = '', close = '', volume = ''] = row.trim().split(',')
  if (close === 'N/D' || date === 'N/D') return null
  const at = Date.parse(`${date}T${time}Z`) / 1_000 - OFFSET_H * 3_600
  const price = numberOf(close)
  if (price === null || !Number.isFinite(at))
    throw new UpstreamError('bad_response', 'it answered without a price or its time')
  return {
    name: null,
    price,
    at,
    currency: null,
    previousClose: null,
    low: numberOf(low),
    high: numberOf(high),
    volume: numberOf(volume),
    exchange: null,
    periods: null,
  }
}

const numberOf = (text: string): number | null => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null)
