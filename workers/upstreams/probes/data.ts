import { z } from 'zod'

import {
  coinbaseQuestion,
  coingeckoQuestion,
  krakenQuestion,
  llamaQuestion,
} from '#shared/engines/coins/coin-sources.ts'
import { ecbSources, wideSources } from '#shared/outcomes/data/currency-convert/rate-sources.ts'
import { ipSources } from '#shared/outcomes/infra/ip-geo/ip-sources.ts'
import { geocodeSources } from '#shared/outcomes/data/geocode-us/geocode-sources.ts'
import { submissionsQuestion, tickersQuestion } from '#shared/outcomes/data/sec-filings/sec-sources.ts'
import { fearGreedQuestion } from '#shared/outcomes/data/crypto-sentiment/fear-greed.ts'
import { stockSources } from '#shared/outcomes/data/stock-quote/stock-sources.ts'
import { vpicQuestion } from '#shared/outcomes/data/vin-decode/vpic-source.ts'
import { weatherSources } from '#shared/outcomes/data/weather/weather-sources.ts'
import { articleSources } from '#shared/outcomes/search/wikipedia-summary/questions.ts'

import { probe, type UpstreamProbe } from './probe.ts'

const Hits = z.object({ hits: z.object({ hits: z.array(z.unknown()) }) })
const Places = z.object({ results: z.array(z.object({ name: z.string() })).optional(), error: z.never().optional() })
const Definitions = z.array(z.object({ meanings: z.array(z.unknown()).min(1) })).min(1)
const Entries = z.object({ en: z.array(z.object({ definitions: z.array(z.unknown()).min(1) })).min(1) })

const isPositive = (price: string | undefined) => Number(price) > 0
const APPLE = 320_193

/** Probes of the upstreams of data outcomes: prices, rates, weather, places, vehicles, filings, encyclopedia. */
export const dataProbes: readonly UpstreamProbe[] = [
  probe(coinbaseQuestion('BTC', 'usd'), (quote) => (isPositive(quote?.price) ? null : 'no price of BTC')),
  probe(krakenQuestion('XBT', 'usd'), (quote) => (isPositive(quote?.price) ? null : 'no price of XBTUSD')),
  probe(coingeckoQuestion(['bitcoin'], 'usd'), (coins) =>
    isPositive(coins.get('bitcoin')?.price) ? null : 'no price of bitcoin',
  ),
  probe(llamaQuestion(['bitcoin']), (coins) =>
    isPositive(coins.get('bitcoin')?.price) ? null : 'no price of bitcoin',
  ),
  probe(fearGreedQuestion, ({ value }) => (value >= 0 && value <= 100 ? null : 'no value of 0 to 100')),
  ...[...ecbSources(null), ...wideSources(null)].map((question) =>
    probe(question, ({ rates }) => (isPositive(rates.get('GBP')) ? null : 'no rate of the pound')),
  ),
  ...weatherSources(52.52, 13.4, 3).map((question) =>
    probe(question, ({ daily, current }) =>
      daily.length === 3 && current.temp !== null ? null : 'no temperature and three days in Berlin',
    ),
  ),
  ...stockSources('AAPL').map((question) =>
    probe(question, (quote) => (quote !== null && quote.price > 0 ? null : 'no price of AAPL')),
  ),
  ...geocodeSources('1600 Pennsylvania Ave NW, Washington, DC 20500').map((question) =>
    probe(question, ([best]) =>
      best !== undefined && Math.abs(best.lat - 38.8977) < 0.01 && Math.abs(best.lon + 77.0365) < 0.01
        ? null
        : 'no match within a kilometer of the White House',
    ),
  ),
  ...ipSources('8.8.8.8').map((question) =>
    probe(question, (facts) => (facts?.place.countryCode === 'US' ? null : 'not in the United States')),
  ),
  probe(vpicQuestion('1HGCM82633A004352', undefined), ({ vehicle }) =>
    vehicle?.model === 'Accord' ? null : 'no Honda Accord',
  ),
  probe(submissionsQuestion(APPLE), (company) => ((company?.filings.length ?? 0) > 0 ? null : 'no filings of Apple')),
  probe(tickersQuestion, (filers) => (filers.get('AAPL')?.cik === APPLE ? null : 'no number of Apple')),
  ...articleSources('en', 'Ada Lovelace').map((question) =>
    probe(question, (article) => (article?.title === 'Ada Lovelace' ? null : 'no article of this title')),
  ),
  // No outcome uses the following yet; operators may configure them.
  probe(
    {
      upstream: 'sec-search',
      path: '/LATEST/search-index',
      query: { q: '"annual report"', forms: '10-K' },
      ttlS: 0,
      read: (reply) => Hits.parse(reply.json()).hits.hits.length,
    },
    (hits) => (hits > 0 ? null : 'no hits'),
  ),
  probe(
    {
      upstream: 'open-meteo-geocoding',
      path: '/v1/search',
      query: { name: 'Berlin', count: 1, format: 'json' },
      ttlS: 0,
      read: (reply) => Places.parse(reply.json()).results?.[0]?.name,
    },
    (name) => (name === 'Berlin' ? null : 'no Berlin'),
  ),
  probe(
    {
      upstream: 'dictionary',
      path: '/api/v2/entries/en/{word}',
      fill: { word: 'hello' },
      ttlS: 0,
      read: (reply) => Definitions.parse(reply.json()).length,
    },
    (entries) => (entries > 0 ? null : 'no definition'),
  ),
  probe(
    {
      upstream: 'wiktionary',
      path: '/api/rest_v1/page/definition/{word}',
      fill: { lang: 'en', word: 'hello' },
      ttlS: 0,
      read: (reply) => Entries.parse(reply.json()).en.length,
    },
    (entries) => (entries > 0 ? null : 'no definition'),
  ),
]
