import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { convertAmount } from './convert-amount.ts'
import { readCurrencyApi, readEcb, readFrankfurter } from './rate-sources.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { currencyConvert } from './outcome.ts'

const frankfurter = (rates: Record<string, number>, date = '2026-11-19'): Told => ({
  body: { amount: 1, base: 'EUR', date, rates: { USD: 1.1652, ...rates } },
})
const run = async (input: Record<string, unknown>, told: Partial<Record<string, Told>> = {}) => {
  const upstreams = fakeUpstreams(({ upstream }) => told[upstream] ?? 'unreachable')
  // Safe: the outcome's answer is an object.
  const answer = (await currencyConvert.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked.map(({ upstream }) => upstream), questions: upstreams.asked }
}
const refusal = (input: Record<string, unknown>): string | null => {
  const parsed = currencyConvert.input.safeParse({ amount: 1, from_currency: 'USD', to_currency: 'EUR', ...input })
  if (!parsed.success) return 'schema'
  try {
    currencyConvert.check?.(parsed.data)
    return null
  } catch (error) {
    return error instanceof Refusal ? JSON.stringify(error.detail) : 'a fault'
  }
}

describe('currency-convert: a rate of the European Central Bank', () => {
  test('is rounded half-even to the minor unit of the target', async () => {
    const { answer, asked } = await run(
      { amount: 1, from_currency: 'EUR', to_currency: 'JPY' },
      { frankfurter: frankfurter({ JPY: 160.555 }) },
    )
    expect(answer).toMatchObject({
      converted: '161',
      rate: '160.555',
      cross_via: null,
      rate_date: '2026-11-19',
      source: { name: 'frankfurter', embedded: false },
    })
    expect(asked).toEqual(['frankfurter'])
  })

  test('is computed through the euro for two others', async () => {
    const { answer } = await run(
      { amount: 1, from_currency: 'USD', to_currency: 'GBP' },
      { frankfurter: frankfurter({ USD: 1.25, GBP: 0.8 }) },
    )
    expect(answer).toMatchObject({ rate: '0.64', cross_via: 'EUR', converted: '0.64' })
  })

  test.each([
    [0, '0.00'],
    [-10, '-8.00'],
    [2.5e-9, '0.00'],
    [-0.001, '0.00'],
    [1e15, '800000000000000.00'],
    [0.1, '0.08'],
  ])('%s dollars are %s', async (amount, converted) => {
    const { answer } = await run(
      { amount, from_currency: 'usd', to_currency: 'eur' },
      { frankfurter: frankfurter({ USD: 1.25 }) },
    )
    expect(answer).toMatchObject({ converted, cross_via: null })
  })

  test('is asked of the bank itself when Frankfurter fails, errors inside a 200 too', async () => {
    const xml = `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="x"><Cube><Cube time='2026-11-19'>
      <Cube currency='USD' rate='1.1435'/><Cube currency='JPY' rate='185.72'/></Cube></Cube></gesmes:Envelope>`
    const { answer } = await run(
      { amount: 1, from_currency: 'EUR', to_currency: 'USD' },
      { frankfurter: { body: { message: 'not found' } }, ecb: { body: xml } },
    )
    expect(answer).toMatchObject({
      rate: '1.1435',
      source: { name: 'ecb', tried: [{ source: 'frankfurter', problem: 'bad_response' }] },
    })
  })

  test('of a weekend is that of the last day before it, and says so', async () => {
    const { answer, questions } = await run(
      { amount: 1, from_currency: 'EUR', to_currency: 'USD', date: '2026-11-15' },
      { frankfurter: frankfurter({}, '2026-11-13') },
    )
    expect(questions[0]?.fill).toEqual({ day: '2026-11-15' })
    expect(answer).toMatchObject({ rate_date: '2026-11-13', notes: [expect.stringContaining('2026-11-13')] })
  })
})

describe('currency-convert: a currency that the bank does not publish', () => {
  test('is asked of the wider sources', async () => {
    const { answer, asked } = await run(
      { amount: 1, from_currency: 'KWD', to_currency: 'AED' },
      { 'currency-api-pages': { body: { date: '2026-11-20', eur: { usd: 1.1, kwd: 0.35, aed: 4.2 } } } },
    )
    expect(asked).toEqual(['currency-api', 'currency-api-pages'])
    expect(answer).toMatchObject({ rate: '12', converted: '12.00', cross_via: 'EUR' })
  })

  test('a bank that stopped publishing one is no dead end', async () => {
    const { answer } = await run(
      { amount: 1, from_currency: 'EUR', to_currency: 'ZAR' },
      {
        frankfurter: frankfurter({}),
        'currency-api': { body: { date: '2026-11-20', eur: { usd: 1.1, zar: 19.5 } } },
      },
    )
    expect(answer).toMatchObject({ rate: '19.5', source: { name: 'currency-api' } })
  })
})

describe('currency-convert: with every source down', () => {
  test('the rates that came with the product answer, marked as old', async () => {
    const { answer } = await run({ amount: 100, from_currency: 'USD', to_currency: 'EUR' })
    expect(answer).toMatchObject({
      rate_date: '2026-09-29',
      source: { name: '@fawazahmed0/currency-api 2026.9.29', embedded: true, stale: true, cached: false },
      notes: [expect.stringContaining('came with the product')],
    })
    expect(Number(answer['converted'])).toBeGreaterThan(80)
  })

  test('they do not stand for another day', async () => {
    await expect(
      run({ amount: 1, from_currency: 'USD', to_currency: 'EUR', date: '2024-03-06' }),
    ).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('currency-convert: what needs nobody', () => {
  test('the same currency is 1, in any spelling', async () => {
    const { answer, asked } = await run({ amount: 10, from_currency: 'usd', to_currency: ' $ ' })
    expect(answer).toMatchObject({ rate: '1', converted: '10.00', rate_date: null, cross_via: null })
    expect(asked).toEqual([])
  })

  test.each([
    [{ amount: 'abc' }, 'schema'],
    [{ amount: Infinity }, 'schema'],
    [{ from_currency: 'UDS' }, 'USD'],
    [{ from_currency: 'EURO' }, 'EUR'],
    [{ to_currency: 'DEM' }, 'EUR since 1999'],
    [{ to_currency: 'BTC' }, 'no currency in use'],
    [{ date: '1998-12-31' }, '1999-01-04'],
    [{ date: 'yesterday' }, 'schema'],
  ])('%j is refused before any charge', (input, why) => expect(refusal(input)).toContain(why))

  test('a day that has not come is refused', async () => {
    await expect(
      run({ amount: 1, from_currency: 'USD', to_currency: 'EUR', date: '2026-11-21' }),
    ).rejects.toMatchObject({ code: 'validation_error' })
  })
})

test.each([
  ['2.5', 'JPY', '2'],
  ['3.5', 'JPY', '4'],
  ['1.0005', 'KWD', '1.000'],
  ['1.0015', 'KWD', '1.002'],
  ['2.675', 'USD', '2.68'],
  ['2.665', 'USD', '2.66'],
])('currency-convert: %s euros are %s %s: half goes to the even digit', (rate, to, converted) => {
  const table = {
    date: '2026-11-19',
    rates: new Map([
      ['EUR', '1'],
      [to, rate],
    ]),
  }
  expect(convertAmount(1, 'EUR', to, table)?.converted).toBe(converted)
})

test('currency-convert: whatever a source answers, it is a table or an error of theirs', () => {
  const readers = [readFrankfurter, readCurrencyApi, readEcb]
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({
      date: fc.constant('2026-11-19'),
      base: fc.constant('EUR'),
      rates: fc.dictionary(fc.string(), fc.double()),
    }),
    fc.record({ date: fc.string(), eur: fc.dictionary(fc.string(), fc.jsonValue()) }),
  )
  fc.assert(
    fc.property(body, fc.string(), fc.integer({ min: 0, max: 2 }), (value, text, which) => {
      try {
        const table = readers[which]?.({ status: 200, text: () => text, json: () => value })
        expect(table?.rates.get('EUR')).toBe('1')
      } catch (error) {
        if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
      }
    }),
  )
})
