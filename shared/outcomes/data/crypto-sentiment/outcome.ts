import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { Source } from '#shared/outcomes/lib/source.ts'

const ASK_MS = 4_500
const RESOLVE_MS = 2_000
const MOST_HEADLINES = 30
const SHOWN = 10
const NO_ADVICE = 'This describes what was published and traded; it is no advice to buy or sell anything.'

export const cryptoSentiment = defineOutcome({
  slug: 'crypto-sentiment',
  title: 'Crypto sentiment',
  description:
    'The market-wide fear-and-greed index, a coin’s momentum and a transparent lexicon score of its latest headlines, with every headline and word that counted, and one composite of what is known.',
  cents: 2,
  impulse: true,
  types: {
    takes: { symbol: 'coin', window_hours: 'hours' },
    gives: { composite: 'json' },
    also: { 'evidence.0.url': 'url', 'coin.symbol': 'coin' },
  },
  input: () =>
    z.object({
      symbol: z.string().min(1).max(64).default('btc').describe('coin; the market-wide index is always included'),
      window_hours: z.int().min(1).max(168).default(24).describe('how old headlines may be'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable(),
      coin: z.object({ id: z.string(), symbol: z.string(), name: z.string() }).nullable(),
      index: z
        .object({ value: z.int(), label: z.string(), at: z.string(), previous: z.int().nullable(), source: z.string() })
        .nullable()
        .describe('market-wide, 0 extreme fear to 100 extreme greed'),
      headline_sentiment: z
        .object({
          score: z.number(),
          positive: z.int(),
          negative: z.int(),
          neutral: z.int(),
          n: z.int(),
          source: z.string(),
        })
        .nullable()
        .describe('score -1..1, averaged'),
      momentum: z
        .object({
          change_24h_pct: z.number().nullable(),
          change_7d_pct: z.number().nullable(),
          realized_vol_7d_pct: z.number().nullable(),
          source: z.string(),
        })
        .nullable(),
      composite: z
        .object({
          value: z.number(),
          label: z.string(),
          weights: z.record(z.string(), z.number()),
          missing: z.array(z.string()),
        })
        .nullable()
        .describe('0..100; null when fewer than two parts are known'),
      evidence: z.array(
        z.object({
          title: z.string(),
          url: z.string(),
          published_at: z.string().nullable(),
          score: z.number(),
          matched_terms: z.array(z.string()),
        }),
      ),
      method: z.string(),
      missing: z.array(z.object({ part: z.string(), reason: z.string() })),
      disclaimer: z.string(),
    }),
  example: {
    input: { symbol: 'btc' },
    output: {
      source: {
        name: 'alternative.me',
        url: 'https://api.alternative.me/fng/?limit=2&format=json',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
        tried: [],
      },
      as_of: '2026-11-20T00:00:00.000Z',
      coin: { id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' },
      index: { value: 47, label: 'Neutral', at: '2026-11-20T00:00:00.000Z', previous: 33, source: 'alternative.me' },
      headline_sentiment: { score: 0.5, positive: 1, negative: 0, neutral: 0, n: 1, source: 'Google News' },
      momentum: { change_24h_pct: -1.2, change_7d_pct: 3.4, realized_vol_7d_pct: 2.1, source: 'CoinGecko' },
      composite: { value: 58.4, label: 'Greed', weights: { index: 0.5, momentum: 0.3, headlines: 0.2 }, missing: [] },
      evidence: [
        {
          title: 'Bitcoin rallies past resistance',
          url: 'https://news.example/bitcoin-rallies',
          published_at: '2026-11-20T09:00:00.000Z',
          score: 0.5,
          matched_terms: ['rallies'],
        },
      ],
      method:
        'finance and coin lexicon 1.0: (positive - negative) / (positive + negative + 1) for each headline, turned around within three words of a negation, averaged',
      missing: [],
      disclaimer: NO_ADVICE,
    },
  },
  async run({ symbol, window_hours: windowHours }, ctx) {
    const { askPart } = await import('#shared/engines/sources/part.ts')
    const { compose } = await import('./compose.ts')
    const { fearGreedQuestion } = await import('./fear-greed.ts')
    const { closesSources, momentumOf } = await import('./momentum.ts')
    const { readHeadlines } = await import('./read-headlines.ts')
    const { METHOD } = await import('./score-headline.ts')

    const indexAsked = askPart(ctx, fearGreedQuestion, ASK_MS)
    const coin = await coinOf(symbol, ctx)
    const [index, closes, headlines] = await Promise.all([
      indexAsked,
      coin.found === null ? null : askPart(ctx, closesSources(coin.found.id, coin.found.kraken), ASK_MS),
      coin.found === null ? null : readHeadlines(coin.found.name, windowHours, MOST_HEADLINES, ctx),
    ])
    const points = closes?.value ?? null
    const momentum = points === null ? null : momentumOf(points)
    const parts = [index, closes, headlines?.part ?? null]
    const main = parts.find((part) => part !== null && part.source !== null)?.source ?? null
    const missing = [
      reasonOf('index', index.problem),
      reasonOf('momentum', closes === null ? coin.problem : closes.problem),
      reasonOf('headlines', headlines === null ? coin.problem : headlines.part.problem),
    ].flatMap((line) => line ?? [])
    if (main === null) throw allFailed(missing)
    return {
      source: { ...main, tried: [] },
      as_of: index.value?.at ?? main.fetched_at,
      coin: coin.found === null ? null : { id: coin.found.id, symbol: coin.found.symbol, name: coin.found.name },
      index: index.value === null ? null : { ...index.value, source: index.source?.name ?? '' },
      headline_sentiment:
        headlines === null || headlines.score === null
          ? null
          : { ...headlines.score, source: headlines.part.source?.name ?? '' },
      momentum: momentum === null ? null : { ...momentum, source: closes?.source?.name ?? '' },
      composite: compose({
        index: index.value?.value ?? null,
        change7dPct: momentum?.change_7d_pct ?? null,
        headlines: headlines?.score?.score ?? null,
      }),
      evidence: headlines?.evidence.slice(0, SHOWN) ?? [],
      method: METHOD,
      missing,
      disclaimer: NO_ADVICE,
    }
  },
})

/** A coin that nobody knows, or that nobody could be asked about, leaves the market-wide part. */
async function coinOf(symbol: string, { upstreams, signal }: OutcomeContext) {
  const { resolveCoin } = await import('#shared/engines/coins/resolve-coin.ts')
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS + 1_000)])
    const { coin } = await resolveCoin(symbol, { upstreams, signal: within })
    return { found: coin, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { found: null, problem: error.code === 'not_found' ? 'unknown_coin' : 'unavailable' }
  }
}

const reasonOf = (part: string, reason: string | null) => (reason === null ? null : { part, reason })

const allFailed = (missing: { part: string; reason: string }[]) =>
  new Refusal('upstream_unavailable', 'No source answered; nothing was charged.', {
    retryAfterS: 5,
    fix: { action: 'Send the call again in 5 s or later.' },
    extra: { tried: missing.map(({ part, reason }) => ({ source: part, problem: reason })) },
  })
