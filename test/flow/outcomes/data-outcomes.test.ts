import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import type { UpstreamId } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

import { scenarios, startUpstreamFixtures, type UpstreamFixtures } from '#test/support/files/upstream-fixtures.ts'
import { upstreamSamples } from '#test/support/files/upstream-samples.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

/** A call of each data outcome that asks somebody, who answers it, and a part of what it answers. */
const CALLS: readonly [slug: string, input: Record<string, unknown>, by: UpstreamId, part: object][] = [
  ['stock-quote', { symbol: 'aapl' }, 'yahoo-finance', { found: true, symbol: 'AAPL', price: 220.003, change: 1.733 }],
  [
    'geocode-us',
    { address: '1600 Pennsylvania Ave NW, Washington, DC 20500' },
    'census',
    { matched: true, best: { lat: 38.898_754, lon: -77.035_35 } },
  ],
  ['currency-convert', { amount: 10, from_currency: 'EUR', to_currency: 'JPY' }, 'frankfurter', { converted: '1723' }],
  [
    'crypto-price',
    { symbol: 'btc' },
    'coingecko',
    { id: 'bitcoin', price: '64090', sources: [{}, { outlier: true }, {}] },
  ],
  ['crypto-price-batch', { symbols: ['btc', 'eth'] }, 'coingecko', { found: 1, missing: ['eth'] }],
  ['crypto-sentiment', {}, 'fear-greed', { index: { value: 47 }, momentum: null, headline_sentiment: null }],
  ['weather', { lat: 52.52, lon: 13.4 }, 'open-meteo', { location: { timezone: 'Europe/Berlin' } }],
  ['vin-decode', { vin: 'XX0AA11B0P0000001' }, 'vpic', { vehicle: { model: 'Accord' } }],
  ['sec-filings', { ticker: 'AAPL', limit: 1 }, 'sec-data', { count: 1, company: { cik: '0000320193' } }],
  ['ip-geo', { ip: '3ffe::1' }, 'ipwhois', { country: { code: 'US' }, city: 'Mountain View' }],
]

let world: World
let fixtures: UpstreamFixtures
let key: string
beforeAll(async () => {
  fixtures = await startUpstreamFixtures()
  const answering: UpstreamId[] = [...CALLS.map(([, , by]) => by), 'coinbase', 'kraken']
  for (const id of answering) {
    const { ok } = upstreamSamples[id] ?? {}
    if (ok !== undefined) fixtures.on(`/${id}/*`, scenarios.reply(200, ok.body, ok.type))
  }
  // The chart of a week is another question than the price, and has no fixture.
  fixtures.on('/coingecko/api/v3/coins/bitcoin/market_chart', scenarios.error500())
  const news = Object.fromEntries(
    ['google-news', 'bing-news', 'gdelt'].map((id) => [`UPSTREAM_${id.toUpperCase().replace('-', '_')}_URL`, 'off']),
  )
  const env = {
    ...fixtures.env(...answering),
    ...news,
    [settingNames('defillama').url]: 'off',
    UPSTREAM_CONTACT: 'ops@farebox.example',
  }
  world = await openWorld({ backend: 'postgres', env })
  await world.ready()
  ;({ key } = await world.key(200))
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
  await fixtures.close()
})

describe('a paid call', () => {
  test.each(CALLS)(
    'of %s with %j is answered by %s, and from the cache when it is asked again',
    async (slug, input, by, part) => {
      const call = () => world.call(slug, input, { 'x-service-key': key })
      const fresh = await call()
      expect(fresh.body).toMatchObject({ ok: true, charge: { cents: catalog.get(slug)?.outcome.cents }, result: part })
      expect(fresh.body).toMatchObject({
        result: {
          source: {
            url: expect.stringContaining(`${fixtures.url}/${by}/`),
            stale: false,
            cached: false,
          },
        },
      })
      const asked = fixtures.count('*')
      const again = await call()
      expect(again.body).toMatchObject({ result: { source: { cached: true } } })
      // What failed is asked again, as a part of crypto-sentiment has; what answered is not.
      expect(slug === 'crypto-sentiment' || fixtures.count('*') === asked).toBe(true)
    },
  )
})
