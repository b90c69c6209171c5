import type { Config } from '#shared/config.ts'
import type { UpstreamsDoor } from '#shared/doors/upstreams.ts'
import { coinbaseQuestion, type CoinQuote, krakenQuestion } from '#shared/engines/coins/coin-sources.ts'
import type { Log } from '#shared/log.ts'

/** The price of SOL in millionths of a dollar; null while there is none that two sources agree on. */
export type SolPrice = () => Promise<bigint | null>

const ASK_MS = 2_500
/** Seconds after which an answer of a source is too old. */
const MOST_AGE_S = 60
/** Two sources that differ by more than one fiftieth (2 %) are no price. */
const MOST_APART = 50n
const MICRO_USD_PER_CENT = 10_000n

/**
 * The price of SOL: the mean of two sources that answered within a minute and differ by at most 2 %, or the fixed one of
 * the settings, which only play money may have.
 */
export function solPrice(
  { SOL_PRICE_CENTS: fixed }: Pick<Config, 'SOL_PRICE_CENTS'>,
  { upstreams, log }: { upstreams: UpstreamsDoor; log: Log },
): SolPrice {
  if (fixed !== undefined) return () => Promise.resolve(BigInt(fixed) * MICRO_USD_PER_CENT)
  return async () => {
    const questions = [coinbaseQuestion('SOL', 'usd'), krakenQuestion('SOL', 'usd')]
    const asked = await Promise.allSettled(
      questions.map((question) => upstreams.ask(question, { signal: AbortSignal.timeout(ASK_MS), withinMs: ASK_MS })),
    )
    const prices = asked.flatMap((answer) =>
      answer.status === 'fulfilled' && answer.value.ageS <= MOST_AGE_S ? priceOf(answer.value.value) : [],
    )
    const price = medianOf(prices)
    if (price === null) log.warn({ sources: prices.length }, 'there is no price of SOL that two sources agree on')
    return price
  }
}

/** The median of two prices in millionths of a dollar; null unless both are there and at most 2 % apart. */
export function medianOf(prices: readonly bigint[]): bigint | null {
  const [low, high] = prices.toSorted((one, other) => (one < other ? -1 : 1))
  if (low === undefined || high === undefined || low <= 0n) return null
  return (high - low) * MOST_APART <= low ? (low + high) / 2n : null
}

function priceOf(quote: CoinQuote | null): bigint[] {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?/.exec(quote?.price ?? '')
  return match === null ? [] : [BigInt(match[1] ?? '') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'))]
}
