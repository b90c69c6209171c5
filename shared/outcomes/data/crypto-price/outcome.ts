import { z } from 'zod'

import { isoOfUnix } from '#shared/lib/utc-time.ts'
import { readQuote } from '#shared/engines/coins/find-coin.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { Source } from '#shared/outcomes/lib/source.ts'

const ATTRIBUTION = 'Data provided by CoinGecko (https://www.coingecko.com) and the exchanges named in sources.'

export const cryptoPrice = defineOutcome({
  slug: 'crypto-price',
  title: 'Crypto price',
  description:
    'Spot price of one coin: the median of Coinbase, Kraken and CoinGecko, asked at the same time, with every source’s own price, how far they lie apart, outliers left out and old prices marked.',
  cents: 1,
  impulse: true,
  types: {
    takes: { symbol: 'coin', vs: 'quote-currency' },
    gives: { price: 'amount', vs: 'currency' },
    also: { symbol: 'coin' },
  },
  input: () =>
    z.object({
      symbol: z.string().min(1).max(64).describe('ticker, name, CoinGecko id or CAIP-19 asset'),
      vs: z.string().min(2).max(8).default('usd').describe('quote currency'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('the newest price that counted, ISO 8601; null where no source says'),
      id: z.string().describe('of CoinGecko'),
      symbol: z.string(),
      name: z.string(),
      price: z.string().describe('decimal string, median over the sources that are no outliers'),
      vs: z.string(),
      change_24h_pct: z.number().nullable(),
      market_cap: z.string().nullable(),
      volume_24h: z.string().nullable(),
      sources: z.array(
        z.object({
          name: z.string(),
          price: z.string(),
          at: z.string().nullable().describe('when the price was, where the source says it'),
          stale: z.boolean().describe('older than five minutes'),
          outlier: z.boolean().describe('more than 5 percent from the median: left out'),
          url: z.string().nullable(),
        }),
      ),
      spread_pct: z.number().describe('(max - min) / median * 100 of the prices that counted'),
      ambiguous: z.boolean().describe('several coins share the ticker; the one of most value was taken'),
      candidates: z.array(z.object({ id: z.string(), name: z.string(), symbol: z.string(), rank: z.int().nullable() })),
      attribution: z.string(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { symbol: 'btc' },
    output: {
      source: {
        name: 'CoinGecko',
        url: 'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
        tried: [],
      },
      as_of: '2026-11-20T11:59:42.000Z',
      id: 'bitcoin',
      symbol: 'BTC',
      name: 'Bitcoin',
      price: '64090.5',
      vs: 'usd',
      change_24h_pct: -1.23,
      market_cap: '1270000000000',
      volume_24h: '31000000000',
      sources: [
        {
          name: 'Coinbase',
          price: '64090.00',
          at: null,
          stale: false,
          outlier: false,
          url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot',
        },
        {
          name: 'Kraken',
          price: '64095.10000',
          at: null,
          stale: false,
          outlier: false,
          url: 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD',
        },
        {
          name: 'CoinGecko',
          price: '64090.5',
          at: '2026-11-20T11:59:42.000Z',
          stale: false,
          outlier: false,
          url: 'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd',
        },
      ],
      spread_pct: 0.008,
      ambiguous: false,
      candidates: [],
      attribution: ATTRIBUTION,
      notes: [],
    },
  },
  check({ symbol, vs }) {
    if (readQuote(vs) === null) {
      throw invalidFields({
        path: ['vs'],
        msg: 'Value error, nobody quotes prices in this; try usd, eur or btc',
        input: vs,
      })
    }
    if (symbol.trim() === '') {
      throw invalidFields({ path: ['symbol'], msg: 'Value error, there is no coin in it', input: symbol })
    }
  },
  async run({ symbol, vs }, ctx) {
    const { resolveCoin } = await import('#shared/engines/coins/resolve-coin.ts')
    const { priceCoin } = await import('./price-coin.ts')
    const { medianPrice } = await import('./median-price.ts')
    const quote = readQuote(vs) ?? 'usd'
    const { coin, others } = await resolveCoin(symbol, ctx)
    const { quotes, tried } = await priceCoin({ coin, isAmbiguous: others.length > 0, quote }, ctx)
    if (quotes.length === 0) throw noPrice(coin.id, quote, tried)

    const { price, spreadPct, kept, outliers } = medianPrice(quotes)
    // The source that says most stands for the answer; all are listed.
    const main = kept.find(({ marketCap }) => marketCap !== null) ?? kept[0] ?? quotes[0]
    const newest = Math.max(...kept.map(({ at }) => at ?? Number.NEGATIVE_INFINITY))
    return {
      source: {
        name: main?.name ?? '',
        url: main?.url ?? null,
        fetched_at: main?.fetchedAt ?? '',
        cached: main?.cached ?? false,
        cache_age_s: main?.ageS ?? 0,
        stale: kept.every(({ stale }) => stale),
        tried,
      },
      as_of: isoOfUnix(newest),
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      price,
      vs: quote,
      change_24h_pct: main?.change24hPct ?? null,
      market_cap: main?.marketCap ?? null,
      volume_24h: main?.volume24h ?? null,
      sources: quotes.map((known) => ({
        name: known.name,
        price: known.price,
        at: known.at === null ? null : isoOfUnix(known.at),
        stale: known.stale,
        outlier: outliers.includes(known),
        url: known.url,
      })),
      spread_pct: spreadPct,
      ambiguous: others.length > 0,
      candidates:
        others.length === 0
          ? []
          : [coin, ...others]
              .slice(0, 10)
              .map(({ id, name, symbol: ticker, rank }) => ({ id, name, symbol: ticker, rank })),
      attribution: ATTRIBUTION,
      notes: [
        ...(quotes.length === 1 ? ['Only one source had a price, so nothing confirms it.'] : []),
        ...(outliers.length === 0 && spreadPct > 5 ? ['The sources disagree by more than 5 percent.'] : []),
      ],
    }
  },
})

/** Sources that failed leave it open; sources that answered without a price say that there is none. */
function noPrice(id: string, quote: string, tried: { source: string; problem: string }[]): Refusal {
  if (tried.length === 0)
    return new Refusal('not_found', `Nobody has a price of ${id} in ${quote}; nothing was charged.`)
  return new Refusal('upstream_unavailable', 'No source had a price; nothing was charged.', {
    retryAfterS: 5,
    fix: { action: 'Send the call again in 5 s or later.' },
    extra: { tried },
  })
}
