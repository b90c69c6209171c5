import { IANAZone } from 'luxon'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { StockQuote } from './stock-sources.ts'

const HEAD = 'Symbol,Date,Time,Open,High,Low,Close,Volume'
/** Their times are those of Warsaw. */
const ZONE = IANAZone.create('Europe/Warsaw')
const HOUR_MS = 3_600_000

/** Reads the CSV of one symbol: `N/D` for one it does not know, and a text about keys instead of a table without one. */
export function readStooq(reply: UpstreamReply): StockQuote | null {
  const [head = '', row = ''] = reply.text().trim().split(/\r?\n/)
  if (/apikey/i.test(head)) throw new UpstreamError('refused', 'it asks for a key')
  if (/exceeded|limit/i.test(head)) throw new UpstreamError('rate_limited', 'its daily limit is reached')
  if (head.trim() !== HEAD) throw new UpstreamError('bad_response', 'it answered with another table')
  const [, date = '', time = '', , high = '', low = '', close = '', volume = ''] = row.trim().split(',')
  if (close === 'N/D' || date === 'N/D') return null
  const localMs = Date.parse(`${date}T${time}Z`)
  const at = localMs / 1_000 - ZONE.offset(localMs - HOUR_MS) * 60
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
