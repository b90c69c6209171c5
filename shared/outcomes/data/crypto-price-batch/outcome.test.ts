import { describe, expect, test } from 'vitest'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { cryptoPriceBatch } from './outcome.ts'

const AT = 1_763_639_880
const run = async (
  input: Record<string, unknown>,
  told: (query: Record<string, unknown>, upstream: string) => Told,
) => {
  const upstreams = fakeUpstreams(({ upstream, query }) => told(query ?? {}, upstream))
  // Safe: the outcome's answer is an object.
  const answer = (await cryptoPriceBatch.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}
const bitcoin = { bitcoin: { usd: 64_090, usd_24h_change: -1.2, last_updated_at: AT } }

describe('crypto-price-batch: many coins', () => {
  test('asked twice are two rows of one price and one question', async () => {
    const { answer, asked } = await run({ symbols: ['btc', 'btc'] }, () => ({ body: bitcoin }))
    expect(answer).toMatchObject({
      prices: [
        { input: 'btc', id: 'bitcoin', price: '64090', status: 'ok' },
        { input: 'btc', id: 'bitcoin', price: '64090', status: 'ok' },
      ],
      found: 2,
      missing: [],
    })
    expect(asked.map(({ query }) => query?.['ids'])).toEqual(['bitcoin'])
  })

  test('one that nobody knows is a row without a price', async () => {
    const { answer, asked } = await run({ symbols: ['btc', 'zzznope', '???'] }, (query) =>
      query['symbols'] === undefined ? { body: bitcoin } : { body: {} },
    )
    expect(answer).toMatchObject({
      found: 1,
      missing: ['zzznope', '???'],
      prices: [{}, { status: 'not_found', id: null }, { status: 'not_found' }],
    })
    expect(asked.map(({ query }) => query?.['symbols'])).toEqual([undefined, 'zzznope'])
  })

  test('a ticker our table lacks is priced by ticker', async () => {
    const { answer } = await run({ symbols: ['zzz'] }, () => ({ body: { zzz: { usd: 2 } } }))
    expect(answer).toMatchObject({ prices: [{ input: 'zzz', symbol: 'ZZZ', id: null, price: '2', status: 'ok' }] })
  })

  test('a question that stays open is an error of its row only', async () => {
    const { answer } = await run({ symbols: ['btc', 'zzz'] }, (query) =>
      query['symbols'] === undefined ? { body: bitcoin } : 'rate_limited',
    )
    expect(answer).toMatchObject({ prices: [{ status: 'ok' }, { status: 'error', price: null }], found: 1 })
  })

  test('are asked of DefiLlama when CoinGecko fails', async () => {
    const { answer } = await run({ symbols: ['btc', 'eth'] }, (_, upstream) =>
      upstream === 'defillama'
        ? { body: { coins: { 'coingecko:bitcoin': { price: 64_000, timestamp: AT } } } }
        : 'timeout',
    )
    expect(answer).toMatchObject({
      source: { name: 'defillama', tried: [{ source: 'coingecko', problem: 'timeout' }] },
      prices: [
        { price: '64000', change_24h_pct: null },
        { price: null, status: 'not_found' },
      ],
    })
  })

  test('none of which has a price are not found and not charged', async () => {
    await expect(run({ symbols: ['zzznope'] }, () => ({ body: {} }))).rejects.toMatchObject({ code: 'not_found' })
    await expect(run({ symbols: ['???'] }, () => ({ body: {} }))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('with every source down are an upstream error', async () => {
    await expect(run({ symbols: ['btc', 'zzz'] }, () => 'timeout')).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
  })
})

test.each([
  [{ symbols: Array.from({ length: 51 }, () => 'btc') }],
  [{ symbols: [] }],
  [{ symbols: 'btc' }],
  [{ symbols: ['btc', ' '] }],
  [{ symbols: ['btc'], vs: 'nothing' }],
])('crypto-price-batch: %j is refused before any charge', (input) => {
  const parsed = cryptoPriceBatch.input.safeParse(input)
  const refuses = !parsed.success || throws(() => cryptoPriceBatch.check?.(parsed.data))
  expect(refuses).toBe(true)
})

function throws(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}
