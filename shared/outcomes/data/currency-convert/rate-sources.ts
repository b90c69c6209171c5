import { Parser } from 'htmlparser2'
import { z } from 'zod'

import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/doors/upstreams.ts'

/** What one euro was worth on a day, as decimal strings by ISO code. */
export type EuroRates = { date: string; rates: ReadonlyMap<string, string> }

const TTL_S = 6 * 3_600
/** Rates of a day that is over do not change. */
const PAST_TTL_S = 30 * 86_400
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const Rate = z.number().positive()

/**
 * Who publishes the reference rates of the European Central Bank, in order. One table serves every pair, so one answer is
 * kept for all of them. `date` null: the latest.
 */
export const ecbSources = (date: string | null): UpstreamQuestion<EuroRates>[] => [
  {
    upstream: 'frankfurter',
    path: '/v1/{day}',
    fill: { day: date ?? 'latest' },
    query: { base: 'EUR' },
    ttlS: date === null ? TTL_S : PAST_TTL_S,
    read: readFrankfurter,
  },
  // Their own page has the latest rates only.
  ...(date === null
    ? [
        {
          upstream: 'ecb',
          path: '/stats/eurofxref/eurofxref-daily.xml',
          expects: 'xml',
          ttlS: TTL_S,
          read: readEcb,
        } as const,
      ]
    : []),
]

/** Who publishes rates of nearly every currency, from many places together. */
export const wideSources = (date: string | null): UpstreamQuestion<EuroRates>[] => [
  {
    upstream: 'currency-api',
    path: '/npm/@fawazahmed0/currency-api@{day}/v1/currencies/eur.min.json',
    fill: { day: date ?? 'latest' },
    ttlS: date === null ? TTL_S : PAST_TTL_S,
    read: readCurrencyApi,
  },
  {
    upstream: 'currency-api-pages',
    path: '/v1/currencies/eur.min.json',
    fill: { day: date ?? 'latest' },
    ttlS: date === null ? TTL_S : PAST_TTL_S,
    read: readCurrencyApi,
  },
]

/** https://frankfurter.dev/v1/: `{"amount":1.0,"base":"EUR","date":"2026-09-09","rates":{"USD":1.1652}}` */
const Frankfurter = z.object({ base: z.literal('EUR'), date: Day, rates: z.record(z.string(), Rate) })

export function readFrankfurter(reply: UpstreamReply): EuroRates {
  const { date, rates } = Frankfurter.parse(reply.json())
  return tableOf(date, Object.entries(rates))
}

/** `{"date":"2026-09-29","eur":{"usd":1.136,"aed":4.17,...}}`: lower-case codes, coins and metals among them. */
const CurrencyApi = z.object({ date: Day, eur: z.record(z.string(), z.unknown()) })

export function readCurrencyApi(reply: UpstreamReply): EuroRates {
  const { date, eur } = CurrencyApi.parse(reply.json())
  const rates = Object.entries(eur).flatMap(([code, rate]): [string, number][] =>
    typeof rate === 'number' && rate > 0 ? [[code.toUpperCase(), rate]] : [],
  )
  return tableOf(date, rates)
}

/** The page of the European Central Bank: `<Cube time='2026-07-09'><Cube currency='USD' rate='1.1435'/>...`. */
export function readEcb(reply: UpstreamReply): EuroRates {
  let date = ''
  const rates: [string, string][] = []
  const parser = new Parser(
    {
      onopentag(name, { time, currency, rate }) {
        if (!/(?:^|:)cube$/i.test(name)) return
        if (time !== undefined && date === '') date = time
        if (currency !== undefined && rate !== undefined && /^\d+(?:\.\d+)?$/.test(rate)) rates.push([currency, rate])
      },
    },
    { xmlMode: true },
  )
  parser.end(reply.text())
  return tableOf(Day.parse(date), rates)
}

function tableOf(date: string, rates: readonly (readonly [string, number | string])[]): EuroRates {
  // A table without the dollar is no table of rates, whatever else it is.
  const table = new Map(rates.map(([code, rate]) => [code, plain(rate)]))
  if (!table.has('USD')) throw new UpstreamError('bad_response', 'it answered without a rate of the dollar')
  return { date, rates: table.set('EUR', '1') }
}

/** Digits without an exponent: 0.0000012 and not 1.2e-6. */
function plain(rate: number | string): string {
  if (typeof rate === 'string') return rate
  const text = String(rate)
  return text.includes('e') ? rate.toFixed(20).replace(/0+$/, '') : text
}
