import { z } from 'zod'

import { isoOfUnix } from '#shared/lib/utc-time.ts'
import { readQuote } from '#shared/engines/coins/find-coin.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

export const cryptoPriceBatch = defineOutcome({
  slug: 'crypto-price-batch',
  title: 'Crypto price batch',
  description:
    'Spot prices of up to fifty coins in one call, in the order they were asked, each with its own status. Tickers, names, CoinGecko ids and CAIP-19 assets may be mixed.',
  cents: 2,
  types: {
    takes: { symbols: 'coin[]', vs: 'quote-currency' },
    gives: { prices: 'json' },
    also: { 'prices.0.price': 'amount', vs: 'currency' },
  },
  input: () =>
    z.object({
      symbols: z.array(z.string().min(1).max(64)).min(1).max(50).describe('tickers, names or ids'),
      vs: z.string().min(2).max(8).default('usd').describe('quote currency'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('the newest price, ISO 8601'),
      prices: z.array(
        z.object({
          input: z.string(),
          id: z.string().nullable().describe('of CoinGecko; null for a ticker that was priced but not resolved'),
          symbol: z.string(),
          price: z.string().nullable().describe('decimal string'),
          change_24h_pct: z.number().nullable(),
          at: z.string().nullable(),
          status: z.enum(['ok', 'not_found', 'ambiguous', 'error']),
        }),
      ),
      found: z.int().describe('rows of status ok'),
      missing: z.array(z.string()).describe('inputs without a price'),
      vs: z.string(),
      attribution: z.string(),
    }),
  example: exampleFrom(example),
  check({ symbols, vs }) {
    if (readQuote(vs) === null) {
      throw invalidFields({
        path: ['vs'],
        msg: 'Value error, nobody quotes prices in this; try usd, eur or btc',
        input: vs,
      })
    }
    const empty = symbols.findIndex((symbol) => symbol.trim() === '')
    if (empty !== -1) {
      throw invalidFields({
        path: ['symbols', empty],
        msg: 'Value error, there is no coin in it',
        input: symbols[empty],
      })
    }
  },
  async run({ symbols, vs }, { upstreams, signal }) {
    const { priceCoins } = await import('./price-coins.ts')
    const quote = readQuote(vs) ?? 'usd'
    const { rows, answer } = await priceCoins(symbols, quote, { upstreams, signal })
    if (rows.every(({ price }) => price === null)) {
      throw new Refusal('not_found', 'None of these coins has a price; nothing was charged.')
    }
    const newest = Math.max(...rows.map(({ at }) => at ?? Number.NEGATIVE_INFINITY))
    return {
      source: sourceOf(answer),
      as_of: isoOfUnix(newest),
      prices: rows.map(({ at, change24hPct, ...row }) => ({
        ...row,
        change_24h_pct: change24hPct,
        at: at === null ? null : isoOfUnix(at),
      })),
      found: rows.filter(({ status }) => status === 'ok').length,
      missing: rows.filter(({ price }) => price === null).map(({ input }) => input),
      vs: quote,
      attribution: 'Data provided by CoinGecko (https://www.coingecko.com).',
    }
  },
})
