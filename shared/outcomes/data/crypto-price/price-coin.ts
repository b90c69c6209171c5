import { askPart, type Asking } from '#shared/engines/sources/part.ts'
import {
  coinbaseQuestion,
  coingeckoQuestion,
  type CoinQuote,
  KRAKEN_QUOTES,
  krakenQuestion,
  llamaQuestion,
} from '#shared/engines/coins/coin-sources.ts'
import type { Coin } from '#shared/engines/coins/coins.rules.ts'

const ASK_MS = 3_000
/** A price this old is called stale. */
const STALE_S = 300
/** Below it a ticker is as likely to be that of another coin at an exchange. */
const LAST_TRADED_RANK = 1_000

/** One source's price of a coin and where it is from. */
export type SourcedQuote = CoinQuote & {
  name: string
  url: string | null
  fetchedAt: string
  cached: boolean
  ageS: number
  stale: boolean
}

export type Quotes = { quotes: SourcedQuote[]; tried: { source: string; problem: string }[] }

/**
 * Asks everybody who may know the price of a coin at the same time: exchanges by ticker, CoinGecko by id. DefiLlama, which
 * has its prices mostly from there, is asked when fewer than two answered.
 */
export async function priceCoin(
  { coin, isAmbiguous, quote }: { coin: Coin; isAmbiguous: boolean; quote: string },
  asking: Asking & { now: () => Date },
): Promise<Quotes> {
  const isTraded = !isAmbiguous && coin.rank !== null && coin.rank <= LAST_TRADED_RANK
  const first = await Promise.all([
    isTraded ? askOne('coinbase', askPart(asking, coinbaseQuestion(coin.symbol, quote), ASK_MS)) : NOBODY,
    isTraded && coin.kraken !== null && KRAKEN_QUOTES.has(quote)
      ? askOne('kraken', askPart(asking, krakenQuestion(coin.kraken, quote), ASK_MS))
      : NOBODY,
    askOne('coingecko', ofCoin(askPart(asking, coingeckoQuestion([coin.id], quote), ASK_MS), coin.id)),
  ])
  const enough = first.filter(({ quotes }) => quotes.length > 0).length >= 2 || quote !== 'usd'
  const more = enough
    ? NOBODY
    : await askOne('defillama', ofCoin(askPart(asking, llamaQuestion([coin.id]), ASK_MS), coin.id))
  const all = [...first, more]
  const nowS = asking.now().getTime() / 1_000
  return {
    quotes: all
      .flatMap(({ quotes }) => quotes)
      .map((known) => ({ ...known, stale: known.stale || nowS - (known.at ?? nowS - known.ageS) > STALE_S })),
    tried: all.flatMap(({ tried }) => tried),
  }
}

const NOBODY: Quotes = { quotes: [], tried: [] }

type Asked = Awaited<ReturnType<typeof askPart<CoinQuote | null>>>

async function askOne(source: string, asked: Promise<Asked>): Promise<Quotes> {
  const { value, source: line, problem } = await asked
  if (problem !== null || line === null) return { quotes: [], tried: [{ source, problem: problem ?? 'bad_response' }] }
  if (value === null) return NOBODY
  const { name, url, fetched_at: fetchedAt, cached, cache_age_s: ageS, stale } = line
  return { tried: [], quotes: [{ ...value, name, url, fetchedAt, cached, ageS, stale }] }
}

async function ofCoin(
  asked: Promise<Awaited<ReturnType<typeof askPart<ReadonlyMap<string, CoinQuote>>>>>,
  id: string,
): Promise<Asked> {
  const { value, ...rest } = await asked
  return { ...rest, value: value?.get(id) ?? null }
}
