import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { marketState } from './describe-quote.ts'
import { readFinnhub } from './read-finnhub.ts'
import { readStooq } from './read-stooq.ts'
import { readYahooChart } from './read-yahoo-chart.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { type UpstreamQuestion, UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { stockQuote } from './outcome.ts'

/** Noon of the tests' clock, when New York has not opened yet. */
const NOW_S = Date.parse('2026-11-20T12:00:00.000Z') / 1_000
const DAY_S = 86_400
type Meta = Record<string, unknown>
const yahoo = (meta: Meta = {}, closes: (number | null)[] = [98, 100, null, 110]): Told => ({
  body: {
    chart: {
      result: [
        {
          meta: {
            symbol: 'X',
            currency: 'USD',
            fullExchangeName: 'NasdaqGS',
            longName: 'X Inc.',
            regularMarketPrice: 110,
            regularMarketTime: NOW_S,
            regularMarketDayLow: 99,
            regularMarketDayHigh: 111,
            regularMarketVolume: 5_800_260,
            chartPreviousClose: 1,
            gmtoffset: -18_000,
            currentTradingPeriod: {
              pre: { start: NOW_S - 3_600, end: NOW_S + 3_600 },
              regular: { start: NOW_S + 3_600, end: NOW_S + 7_200 },
              post: { start: NOW_S + 7_200, end: NOW_S + 9_000 },
            },
            ...meta,
          },
          timestamp: closes.map((_, index) => NOW_S - (closes.length - 1 - index) * DAY_S),
          indicators: { quote: [{ close: closes }] },
        },
      ],
      error: null,
    },
  },
})
const UNKNOWN: Told = {
  status: 404,
  body: { chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } },
}

const run = async (symbol: string, answer: (question: UpstreamQuestion<unknown>) => Told) => {
  const upstreams = fakeUpstreams((question) =>
    question.upstream === 'yahoo-finance' ? answer(question) : 'not_configured',
  )
  // Safe: the outcome's answer is an object.
  const result = (await stockQuote.run({ symbol }, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer: result, asked: upstreams.asked.flatMap(({ fill }) => fill?.['symbol'] ?? []) }
}

describe('stock-quote: a quote', () => {
  test('has its change computed from the last close before its day', async () => {
    const { answer } = await run('X', () => yahoo())
    expect(answer).toMatchObject({
      found: true,
      price: 110,
      previous_close: 100,
      change: 10,
      change_pct: 10,
      currency: 'USD',
      day_range: { low: 99, high: 111 },
      volume: 5_800_260,
      market_state: 'pre',
      exchange: 'NasdaqGS',
      as_of: '2026-11-20T12:00:00.000Z',
      source: { name: 'yahoo-finance', tried: [{ source: 'finnhub', problem: 'not_configured' }] },
    })
  })

  test('is found by small letters, and named from the list of the SEC', async () => {
    const { answer, asked } = await run('aapl', () => yahoo({ longName: null }))
    expect(asked).toEqual(['AAPL'])
    expect(answer).toMatchObject({ symbol: 'AAPL', name: 'Apple Inc.' })
  })

  test('of a class of shares is found behind a dash', async () => {
    const { answer, asked } = await run('BRK.B', ({ fill }) => (fill?.['symbol'] === 'BRK-B' ? yahoo() : UNKNOWN))
    expect(answer).toMatchObject({ found: true, symbol: 'BRK-B', name: 'X Inc.' })
    expect(asked).toEqual(['BRK-B'])
  })

  test('of an exchange is found behind its dot', async () => {
    const { answer, asked } = await run('VOD.L', () => yahoo({ currency: 'GBp', regularMarketPrice: 71.5 }, [70, 71.5]))
    expect(asked).toEqual(['VOD.L'])
    expect(answer).toMatchObject({
      currency: 'GBP',
      price: 0.715,
      previous_close: 0.7,
      change: 0.015,
      change_pct: 2.1429,
      notes: [expect.stringContaining('GBp')],
    })
  })

  test('is tried in both spellings before it is unknown', async () => {
    const { answer, asked } = await run('QQQQ.Z', () => UNKNOWN)
    expect(asked).toEqual(['QQQQ.Z', 'QQQQ-Z'])
    expect(answer).toMatchObject({ found: false, price: null, change: null, as_of: null, market_state: 'unknown' })
  })

  test('without its time is no answer', async () => {
    await expect(run('X', () => yahoo({ regularMarketTime: undefined }))).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: { extra: { tried: expect.arrayContaining([{ source: 'yahoo-finance', problem: 'bad_response' }]) } },
    })
  })

  test('without a close before has no change', async () => {
    const { answer } = await run('X', () => yahoo({ chartPreviousClose: undefined }, [110]))
    expect(answer).toMatchObject({ previous_close: null, change: null, change_pct: null })
  })
})

describe('stock-quote: the other sources', () => {
  const reply = (body: unknown) => ({ status: 200, text: () => String(body), json: () => body })

  test('Finnhub answers zeros for what it does not know, and errors in a 200', () => {
    expect(
      readFinnhub(
        reply({ c: 261.74, d: 2.29, dp: 0.88, h: 263.31, l: 260.68, o: 261.07, pc: 259.45, t: 1_582_641_000 }),
      ),
    ).toMatchObject({ price: 261.74, previousClose: 259.45 })
    expect(readFinnhub(reply({ c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 }))).toBeNull()
    expect(() => readFinnhub(reply({ error: 'API limit reached. Remaining Limit: 0' }))).toThrow(UpstreamError)
  })

  test('Stooq answers a table, N/D for what it does not know, and a text about keys', () => {
    const head = 'Symbol,Date,Time,Open,High,Low,Close,Volume\r\n'
    expect(readStooq(reply(`${head}AAPL.US,2026-04-26,22:00:01,175.21,176.48,174.99,175.43,52341234`))).toMatchObject({
      price: 175.43,
      volume: 52_341_234,
      // Summer time in Warsaw.
      at: Date.parse('2026-04-26T20:00:01Z') / 1_000,
    })
    expect(readStooq(reply(`${head}AAPL.US,2026-11-20,22:00:01,1,1,1,1,1`))).toMatchObject({
      at: Date.parse('2026-11-20T21:00:01Z') / 1_000,
    })
    expect(readStooq(reply(`${head}ZZZZ.US,N/D,N/D,N/D,N/D,N/D,N/D,N/D`))).toBeNull()
    expect(() => readStooq(reply('Get your apikey:\n1. Open https://stooq.com'))).toThrow(UpstreamError)
  })
})

test.each([
  [-4_000, 'closed'],
  [-1_800, 'pre'],
  [3_700, 'open'],
  [7_300, 'post'],
  [9_100, 'closed'],
])('stock-quote: %i seconds from now the market is %s', (seconds, state) => {
  const periods = {
    pre: { start: NOW_S - 3_600, end: NOW_S + 3_600 },
    regular: { start: NOW_S + 3_600, end: NOW_S + 7_200 },
    post: { start: NOW_S + 7_200, end: NOW_S + 9_000 },
  }
  expect(marketState(periods, new Date((NOW_S + seconds) * 1_000))).toBe(state)
})

test.each(['<script>', 'A B', '../x', 'AAPL/..', 'ÄÖ', ''])(
  'stock-quote: %j is refused before any charge',
  (symbol) => {
    const parsed = stockQuote.input.safeParse({ symbol })
    const refused = () => {
      if (!parsed.success) throw new Refusal('validation_error', 'schema')
      stockQuote.check?.(parsed.data)
    }
    expect(refused).toThrow(Refusal)
  },
)

test('stock-quote: whatever a source answers, it is a quote, none, or an error of theirs', () => {
  const meta = fc.dictionary(
    fc.constantFrom('regularMarketPrice', 'regularMarketTime', 'gmtoffset', 'currency'),
    fc.jsonValue(),
  )
  const body = fc.oneof(
    fc.jsonValue(),
    meta.map((known) => Object(yahoo(known)).body),
    fc.dictionary(fc.constantFrom('c', 'h', 'l', 'pc', 't', 'error'), fc.oneof(fc.double(), fc.string())),
  )
  fc.assert(
    fc.property(body, fc.string(), (value, text) => {
      const reply = {
        status: 200,
        text: () => `Symbol,Date,Time,Open,High,Low,Close,Volume\n${text}`,
        json: () => value,
      }
      for (const read of [readYahooChart, readFinnhub, readStooq]) {
        try {
          const quote = read(reply)
          if (quote !== null) new Date(quote.at * 1_000).toISOString()
        } catch (error) {
          if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
        }
      }
    }),
  )
})
