import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  readCoinbase,
  readCoingecko,
  readCoinSearch,
  readKraken,
  readLlama,
} from '#shared/engines/coins/coin-sources.ts'
import { medianPrice } from './median-price.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { cryptoPrice } from './outcome.ts'

/** Two minutes before the clock of the tests. */
const AT = Date.parse('2026-11-20T11:58:00.000Z') / 1_000

const coinbase = (amount: string): Told => ({ body: { data: { amount, base: 'X', currency: 'USD' } } })
const kraken = (price: string): Told => ({ body: { error: [], result: { XXZUSD: { c: [price, '1'], o: '1' } } } })
const gecko = (id: string, usd: number, more: object = {}): Told => ({
  body: { [id]: { usd, last_updated_at: AT, ...more } },
})

const run = async (input: Record<string, unknown>, told: Partial<Record<string, Told>> = {}) => {
  const upstreams = fakeUpstreams(({ upstream, path }) => told[path] ?? told[upstream] ?? 'unreachable')
  // Safe: the outcome's answer is an object.
  const answer = (await cryptoPrice.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}
const SEARCH = '/api/v3/search'

describe('crypto-price: the price', () => {
  test('is the median of the exchanges and CoinGecko, with its spread', async () => {
    const { answer, asked } = await run(
      { symbol: 'btc' },
      {
        coinbase: coinbase('64090.00'),
        kraken: kraken('64110.0'),
        coingecko: gecko('bitcoin', 64_100, { usd_24h_change: -1.23, usd_market_cap: 1.27e12, usd_24h_vol: 3.1e10 }),
      },
    )
    expect(answer).toMatchObject({
      id: 'bitcoin',
      symbol: 'BTC',
      name: 'Bitcoin',
      price: '64100',
      vs: 'usd',
      change_24h_pct: -1.23,
      market_cap: '1270000000000',
      volume_24h: '31000000000',
      spread_pct: 0.0312,
      ambiguous: false,
      candidates: [],
      as_of: '2026-11-20T11:58:00.000Z',
      source: { name: 'coingecko', tried: [] },
    })
    expect(asked.map(({ upstream }) => upstream).toSorted()).toEqual(['coinbase', 'coingecko', 'kraken'])
    expect(asked.find(({ upstream }) => upstream === 'kraken')?.query?.['pair']).toBe('XBTUSD')
  })

  test('leaves out a source that is more than 5 percent from the median', async () => {
    const { answer } = await run(
      { symbol: 'x' },
      {
        [SEARCH]: { body: { coins: [{ id: 'x-coin', name: 'X Coin', symbol: 'x', market_cap_rank: 90 }] } },
        coinbase: coinbase('100'),
        kraken: kraken('150'),
        coingecko: gecko('x-coin', 101),
      },
    )
    expect(answer).toMatchObject({ price: '100.5', id: 'x-coin', symbol: 'X' })
    expect(answer['sources']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ price: '150', outlier: true }),
        expect.objectContaining({ price: '100', outlier: false }),
      ]),
    )
  })

  test('two sources that disagree are both shown', async () => {
    const { answer } = await run({ symbol: 'btc' }, { coinbase: coinbase('100'), kraken: kraken('150') })
    expect(answer).toMatchObject({ price: '125', spread_pct: 40, notes: [expect.stringContaining('disagree')] })
  })

  test('is marked when it is old', async () => {
    const { answer } = await run(
      { symbol: 'eth' },
      { coingecko: { body: { ethereum: { usd: 3_000, last_updated_at: AT - 600 } } } },
    )
    expect(answer).toMatchObject({ sources: [{ stale: true }], source: { stale: true } })
  })

  test('is asked of DefiLlama too when fewer than two answer', async () => {
    const { answer } = await run(
      { symbol: 'usdc' },
      {
        coingecko: gecko('usd-coin', 0.9999),
        defillama: { body: { coins: { 'coingecko:usd-coin': { price: 1.0001, timestamp: AT } } } },
      },
    )
    expect(answer).toMatchObject({
      price: '1',
      source: { tried: expect.arrayContaining([{ source: 'kraken', problem: 'unreachable' }]) },
    })
  })

  test('small prices are written out', async () => {
    const { answer } = await run({ symbol: 'pepe' }, { coingecko: gecko('pepe', 0.00000123) })
    expect(answer).toMatchObject({ price: '0.00000123', notes: [expect.stringContaining('Only one source')] })
  })

  test('in another currency is asked in it', async () => {
    const { answer, asked } = await run({ symbol: 'SOL', vs: 'EUR' }, { coinbase: coinbase('120.5') })
    expect(answer).toMatchObject({ vs: 'eur', price: '120.5' })
    expect(asked.map(({ fill }) => fill?.['pair'])).toContain('SOL-EUR')
  })
})

describe('crypto-price: which coin is meant', () => {
  test.each([
    ['bitcoin', 'bitcoin'],
    ['XBT', 'bitcoin'],
    ['$eth', 'ethereum'],
    ['Chainlink', 'chainlink'],
    ['eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'usd-coin'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501', 'solana'],
  ])('%s is %s', async (symbol, id) => {
    expect((await run({ symbol }, { coingecko: gecko(id, 1) })).answer).toMatchObject({ id })
  })

  test('of several coins with one ticker the one of most value, with the others', async () => {
    const coins = [
      { id: 'small', name: 'Small', symbol: 'DUP', market_cap_rank: 900 },
      { id: 'big', name: 'Big', symbol: 'dup', market_cap_rank: 300 },
      { id: 'none', name: 'None', symbol: 'DUP', market_cap_rank: null },
      { id: 'other', name: 'Dup Other', symbol: 'DUPE', market_cap_rank: 1 },
    ]
    const { answer, asked } = await run(
      { symbol: 'dup' },
      { [SEARCH]: { body: { coins } }, coingecko: gecko('big', 2) },
    )
    expect(answer).toMatchObject({
      id: 'big',
      ambiguous: true,
      candidates: [{ id: 'big' }, { id: 'small' }, { id: 'none' }],
    })
    // Which of them an exchange trades under the ticker, nobody knows.
    expect(asked.map(({ upstream }) => upstream)).not.toContain('coinbase')
  })

  test('one that nobody knows is not found, not charged, with what may be meant', async () => {
    await expect(run({ symbol: 'btv' }, { [SEARCH]: { body: { coins: [] } } })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('BTC'),
    })
  })

  test('one that nobody could be asked about is not called unknown', async () => {
    await expect(run({ symbol: 'zzz' })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('crypto-price: no price', () => {
  test('because every source failed is an upstream error that names them', async () => {
    await expect(
      run({ symbol: 'btc' }, { coingecko: { body: { status: { error_code: 429, error_message: '…' } } } }),
    ).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: { extra: { tried: expect.arrayContaining([{ source: 'coingecko', problem: 'rate_limited' }]) } },
    })
  })

  test('because nobody has one is not found', async () => {
    const none = {
      coinbase: { status: 404, body: { errors: [{ id: 'not_found' }] } },
      kraken: { body: { error: ['EQuery:Unknown asset pair'] } },
    }
    await expect(run({ symbol: 'btc', vs: 'sats' }, { ...none, coingecko: { body: {} } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test.each([[{ symbol: 'btc', vs: 'kgs' }], [{ symbol: ' ' }], [{ symbol: '' }]])(
  'crypto-price: %j is refused before any charge',
  (input) => {
    const parsed = cryptoPrice.input.safeParse(input)
    const refused = () => {
      if (!parsed.success) throw new Refusal('validation_error', 'not as the schema has it')
      cryptoPrice.check?.(parsed.data)
    }
    expect(refused).toThrow(Refusal)
  },
)

test('crypto-price: the median of any prices lies between the smallest and the largest', () => {
  const price = fc.integer({ min: 0, max: 1e9 }).map((value) => ({ price: String(value / 1e4) }))
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), (prices) => {
      const values = prices.map((known) => Number(known.price))
      const { price: middle, kept, outliers } = medianPrice(prices)
      expect(Number(middle)).toBeGreaterThanOrEqual(Math.min(...values))
      expect(Number(middle)).toBeLessThanOrEqual(Math.max(...values))
      expect(kept.length + outliers.length).toBe(prices.length)
    }),
  )
})

test('crypto-price: whatever a source answers, it is a price, none, or an error of theirs', () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ error: fc.array(fc.string()), result: fc.dictionary(fc.string(), fc.jsonValue()) }),
    fc.record({ bitcoin: fc.dictionary(fc.constantFrom('usd', 'last_updated_at', 'usd_24h_vol'), fc.jsonValue()) }),
    fc.record({ coins: fc.array(fc.jsonValue()) }),
  )
  const readers = [
    readCoinbase,
    readKraken,
    readLlama,
    readCoinSearch,
    (reply: Parameters<typeof readLlama>[0]) => readCoingecko(reply, 'usd'),
  ]
  fc.assert(
    fc.property(body, fc.constantFrom(200, 404), fc.constantFrom(...readers), (value, status, read) => {
      try {
        read({ status, text: () => '', json: () => value })
      } catch (error) {
        if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
      }
    }),
  )
})
