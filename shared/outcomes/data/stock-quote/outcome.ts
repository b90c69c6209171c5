import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'

const SYMBOL = /^[A-Z0-9.^=-]{1,15}$/
const ASK_MS = 5_000
const AGAIN_MS = 2_500

const NOTHING = {
  as_of: null,
  found: false,
  name: null,
  price: null,
  currency: null,
  change: null,
  change_pct: null,
  previous_close: null,
  day_range: { low: null, high: null },
  volume: null,
  market_state: 'unknown',
  delay_minutes: null,
  exchange: null,
} as const

export const stockQuote = defineOutcome({
  slug: 'stock-quote',
  title: 'Stock quote',
  description:
    'Latest quote of a listed security: price with its time, change against the previous close (computed, not copied), day range, volume and whether its market is open. Pence and cents are converted to whole units.',
  cents: 1,
  impulse: true,
  types: {
    takes: { symbol: 'ticker' },
    gives: { price: 'amount', currency: 'currency' },
    also: { symbol: 'ticker', name: 'company' },
  },
  input: () => z.object({ symbol: z.string().min(1).max(15).describe('ticker, e.g. AAPL, BRK.B, VOD.L') }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the price was, ISO 8601'),
      symbol: z.string().describe('as it was found'),
      found: z.boolean(),
      name: z.string().nullable(),
      price: z.number().nullable(),
      currency: z.string().nullable().describe('ISO 4217; null where the source does not say'),
      change: z.number().nullable().describe('against the previous close'),
      change_pct: z.number().nullable(),
      previous_close: z.number().nullable(),
      day_range: z.object({ low: z.number().nullable(), high: z.number().nullable() }),
      volume: z.int().nullable(),
      market_state: z.enum(['open', 'pre', 'post', 'closed', 'unknown']),
      delay_minutes: z.int().nullable().describe('as the source declares it; null where it declares none'),
      exchange: z.string().nullable(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { symbol: 'AAPL' },
    output: {
      source: {
        name: 'Yahoo Finance',
        url: 'https://query2.finance.yahoo.com/v8/finance/chart/AAPL?interval=1d&range=5d',
        fetched_at: '2026-11-20T15:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
        tried: [{ source: 'finnhub', problem: 'not_configured' }],
      },
      as_of: '2026-11-20T14:59:53.000Z',
      symbol: 'AAPL',
      found: true,
      name: 'Apple Inc.',
      price: 220.003,
      currency: 'USD',
      change: 1.733,
      change_pct: 0.794,
      previous_close: 218.27,
      day_range: { low: 218.58, high: 221.021 },
      volume: 5_800_260,
      market_state: 'open',
      delay_minutes: null,
      exchange: 'NasdaqGS',
      notes: [],
    },
  },
  check({ symbol }) {
    if (!SYMBOL.test(symbol.trim().toUpperCase())) {
      throw invalidFields({
        path: ['symbol'],
        msg: 'Value error, a symbol has letters, digits and . ^ = - only',
        input: symbol,
      })
    }
  },
  async run({ symbol: sent }, ctx) {
    const { changeOf, inWholeUnits, marketState } = await import('./describe-quote.ts')
    const { knownFilers, filerTicker } = await import('#shared/engines/sec/find-ticker.ts')
    const symbol = sent.trim().toUpperCase()
    const filer = knownFilers().get(filerTicker(symbol)) ?? null
    const { spelling, answer } = await firstKnown(spellings(symbol, filer?.ticker), ctx)
    const source = sourceOf(answer)
    if (answer.value === null) {
      return { ...NOTHING, source, symbol, notes: ['No source knows this symbol.'] }
    }
    const { quote, note } = inWholeUnits(answer.value)
    return {
      source,
      as_of: new Date(quote.at * 1_000).toISOString(),
      symbol: spelling,
      found: true,
      name: quote.name ?? filer?.name ?? null,
      price: quote.price,
      currency: quote.currency,
      ...changeOf(quote),
      previous_close: quote.previousClose,
      day_range: { low: quote.low, high: quote.high },
      volume: wholeOrNull(quote.volume),
      market_state: marketState(quote.periods, ctx.now()),
      delay_minutes: null,
      exchange: quote.exchange,
      notes: [
        ...(note === null ? [] : [note]),
        ...(quote.currency === null
          ? ['The source does not say the currency, nor whether the price is in hundredths of it.']
          : []),
      ],
    }
  },
})

/** A dot may stand before a class of shares (BRK.B, a dash in most data) or an exchange (VOD.L): the SEC's list decides. */
function spellings(symbol: string, filerTicker: string | undefined): [string, ...string[]] {
  const dashed = symbol.replace(/^([A-Z]+)\.([A-Z])$/, '$1-$2')
  if (dashed === symbol) return [symbol]
  return filerTicker === dashed ? [dashed, symbol] : [symbol, dashed]
}

function wholeOrNull(value: number | null): number | null {
  const whole = Math.round(value ?? Number.NaN)
  return Number.isSafeInteger(whole) ? whole : null
}

async function firstKnown([first, ...others]: [string, ...string[]], { upstreams, signal }: OutcomeContext) {
  const { stockSources } = await import('./stock-sources.ts')
  const answer = await upstreams.ask(stockSources(first), { signal, withinMs: ASK_MS })
  if (answer.value !== null) return { spelling: first, answer }
  for (const spelling of others) {
    const again = await upstreams.ask(stockSources(spelling), { signal, withinMs: AGAIN_MS })
    if (again.value !== null) return { spelling, answer: again }
  }
  return { spelling: first, answer }
}
