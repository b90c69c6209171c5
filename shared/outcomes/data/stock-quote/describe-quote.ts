import { Decimal } from 'decimal.js'

import type { StockQuote } from './stock-sources.ts'

export type MarketState = 'open' | 'pre' | 'post' | 'closed' | 'unknown'

/** Exchanges that quote in hundredths of their currency. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBp: 'GBP', GBX: 'GBP', ZAc: 'ZAR', ZAC: 'ZAR', ILA: 'ILS' }

/** Converts a quote to whole units of an ISO 4217 currency, with a note on the conversion. */
export function inWholeUnits(quote: StockQuote): { quote: StockQuote; note: string | null } {
  const whole = HUNDREDTHS[quote.currency ?? '']
  if (whole === undefined) return { quote, note: null }
  const hundredth = (value: number | null) => (value === null ? null : new Decimal(value).div(100).toNumber())
  const { price, previousClose, low, high } = quote
  return {
    quote: {
      ...quote,
      currency: whole,
      price: new Decimal(price).div(100).toNumber(),
      previousClose: hundredth(previousClose),
      low: hundredth(low),
      high: hundredth(high),
    },
    note: `The exchange quotes in ${quote.currency}: prices were divided by 100.`,
  }
}

/** How far a price is from the last close, computed in decimals and never taken from the source. */
export function changeOf({ price, previousClose }: Pick<StockQuote, 'price' | 'previousClose'>) {
  if (previousClose === null || previousClose === 0) return { change: null, change_pct: null }
  const change = new Decimal(price).minus(previousClose)
  return {
    change: change.toDecimalPlaces(6).toNumber(),
    change_pct: change.div(previousClose).times(100).toDecimalPlaces(4).toNumber(),
  }
}

/** Whether it is traded at a moment, by the periods of its exchange's current day. */
export function marketState(periods: StockQuote['periods'], now: Date): MarketState {
  if (periods === null) return 'unknown'
  const at = now.getTime() / 1_000
  const within = (period: { start: number; end: number } | null) =>
    period !== null && at >= period.start && at < period.end
  if (within(periods.regular)) return 'open'
  if (within(periods.pre)) return 'pre'
  return within(periods.post) ? 'post' : 'closed'
}
