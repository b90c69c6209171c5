import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { compose } from './compose.ts'
import { readFearGreed } from './fear-greed.ts'
import { momentumOf, readMarketChart, readOhlc } from './momentum.ts'
import { scoreHeadline } from './score-headline.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { cryptoSentiment } from './outcome.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const fng = (value: number): Told => ({
  body: {
    name: 'Fear and Greed Index',
    data: [
      { value: String(value), value_classification: '…', timestamp: String(NOW / 1_000) },
      { value: '33', timestamp: '1777161600' },
    ],
    metadata: { error: null },
  },
})
const chart = (prices: number[]): Told => ({
  body: { prices: prices.map((price, index) => [NOW - (prices.length - 1 - index) * DAY_MS, price]) },
})
const rss = (...titles: string[]): Told => ({
  body: `<rss version="2.0"><channel><title>x</title>${titles
    .map(
      (title, index) =>
        `<item><title>${title} - Paper</title><link>https://news.google.com/rss/articles/${index}</link><pubDate>Fri, 20 Nov 2026 09:00:00 GMT</pubDate><source url="https://paper.example">Paper</source></item>`,
    )
    .join('')}</channel></rss>`,
})
const run = async (input: Record<string, unknown>, told: Partial<Record<string, Told>>) => {
  const upstreams = fakeUpstreams(({ upstream, path }) => told[path] ?? told[upstream] ?? 'unreachable')
  // Safe: the outcome's answer is an object.
  return (await cryptoSentiment.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
}
const FLAT = chart([100, 100, 100, 100, 100, 100, 100, 100])

describe('crypto-sentiment: the sentiment of a coin', () => {
  test('is composed of index, momentum and headlines, with every word that counted', async () => {
    const answer = await run(
      {},
      {
        'fear-greed': fng(47),
        coingecko: chart([100, 100, 102, 101, 103, 104, 105, 110]),
        'google-news': rss('Bitcoin rallies to a record', 'Exchange hacked', 'Weekly report'),
      },
    )
    expect(answer).toMatchObject({
      coin: { id: 'bitcoin', symbol: 'BTC' },
      index: { value: 47, label: 'Neutral', previous: 33, source: 'fear-greed' },
      momentum: { change_7d_pct: 10, source: 'coingecko' },
      headline_sentiment: { n: 3, positive: 1, negative: 1, neutral: 1 },
      composite: { weights: { index: 0.5, momentum: 0.3, headlines: 0.2 }, missing: [] },
      missing: [],
      disclaimer: expect.stringContaining('no advice'),
    })
    expect(answer['evidence']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Bitcoin rallies to a record', matched_terms: ['rallies', 'record'] }),
      ]),
    )
  })

  test('of a neutral index, a flat week and no headlines is 50', async () => {
    const answer = await run({}, { 'fear-greed': fng(50), coingecko: FLAT, 'google-news': rss() })
    expect(answer).toMatchObject({
      composite: { value: 50, label: 'Neutral', weights: { index: 0.625, momentum: 0.375 }, missing: ['headlines'] },
      headline_sentiment: null,
      momentum: { change_24h_pct: 0, change_7d_pct: 0, realized_vol_7d_pct: 0 },
    })
  })

  test('of a coin that nobody knows is the market-wide part alone', async () => {
    const answer = await run({ symbol: 'zzz' }, { 'fear-greed': fng(20), '/api/v3/search': { body: { coins: [] } } })
    expect(answer).toMatchObject({
      coin: null,
      index: { value: 20, label: 'Extreme Fear' },
      momentum: null,
      headline_sentiment: null,
      composite: null,
      missing: [
        { part: 'momentum', reason: 'unknown_coin' },
        { part: 'headlines', reason: 'unknown_coin' },
      ],
    })
  })

  test('without the index is made of the rest', async () => {
    const answer = await run({}, { 'fear-greed': 'timeout', coingecko: FLAT, 'google-news': rss('Bitcoin surges') })
    expect(answer).toMatchObject({ index: null, composite: { missing: ['index'] }, source: { name: 'coingecko' } })
    const error = await run({}, { 'fear-greed': { body: { data: [], metadata: { error: 'down' } } }, coingecko: FLAT })
    expect(error).toMatchObject({ index: null, composite: null })
  })

  test('has its momentum from Kraken when CoinGecko fails', async () => {
    const result = {
      XXBTZUSD: Array.from({ length: 9 }, (_, day) => [
        NOW / 1_000 - (8 - day) * 86_400,
        '1',
        '1',
        '1',
        '100',
        '1',
        '1',
        1,
      ]),
      last: 1,
    }
    const answer = await run({}, { 'fear-greed': fng(50), kraken: { body: { error: [], result } } })
    expect(answer).toMatchObject({ momentum: { change_7d_pct: 0, source: 'kraken' } })
  })

  test('with every source down is an upstream error', async () => {
    await expect(run({}, {})).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('crypto-sentiment: the words of a headline', () => {
  test.each([
    ['not a crash', 1],
    ['No sell-off in sight', 1],
    ['Bitcoin crashes', -1],
    ['Ether climbs despite risk', 0],
    ['Bitcoin is not bullish', -1],
    ['Bank launches in Paris', 1],
    ['Risk of theft', -1],
    ['Airdrop season', 0],
    ['Weekly report', 0],
  ])('%s', (title, sign) => expect(Math.sign(scoreHeadline(title).score) + 0).toBe(sign))

  test('score between -1 and 1, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        expect(Math.abs(scoreHeadline(title).score)).toBeLessThan(1)
      }),
    )
  })
})

test('crypto-sentiment: a composite lies between 0 and 100, and needs two parts', () => {
  const part = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { nil: null })
  fc.assert(
    fc.property(
      part(fc.integer({ min: 0, max: 100 })),
      part(fc.double({ noNaN: true })),
      part(fc.double({ min: -1, max: 1, noNaN: true })),
      (index, change7dPct, headlines) => {
        const parts = [index, change7dPct, headlines].filter((value) => value !== null).length
        const composed = compose({ index, change7dPct, headlines })
        expect(composed === null).toBe(parts < 2)
        expect(composed === null || (composed.value >= 0 && composed.value <= 100)).toBe(true)
      },
    ),
  )
})

test('crypto-sentiment: whatever a source answers, it is read or an error of theirs', () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ data: fc.array(fc.record({ value: fc.string(), timestamp: fc.string() })) }),
    fc.record({ prices: fc.array(fc.tuple(fc.double(), fc.double())) }),
    fc.record({ error: fc.constant([]), result: fc.dictionary(fc.string(), fc.array(fc.jsonValue())) }),
  )
  fc.assert(
    fc.property(body, (value) => {
      const reply = { status: 200, text: () => '', json: () => value }
      for (const read of [readFearGreed, readMarketChart, readOhlc]) {
        try {
          const found = read(reply)
          if (Array.isArray(found)) momentumOf(found)
        } catch (error) {
          if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
        }
      }
    }),
  )
})
