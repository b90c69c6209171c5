import { CAIP19, COIN_ALIASES, COINS, type Coin } from './coins.rules.ts'

/** Quote currencies that CoinGecko has prices in. */
const QUOTES: ReadonlySet<string> = new Set(
  `usd aed ars aud bdt bhd bmd brl cad chf clp cny czk dkk eur gbp gel hkd huf idr ils inr jpy krw kwd lkr mmk mxn myr ngn
   nok nzd php pkr pln rub sar sek sgd thb try twd uah vnd zar xag xau btc eth ltc bch bnb xrp xlm link dot yfi bits
   sats`.split(/\s+/),
)

/** Reads the quote currency, in lower case; null for an unknown one. */
export function readQuote(text: string): string | null {
  const quote = text.trim().toLowerCase()
  return QUOTES.has(quote) ? quote : null
}

const byId = new Map(COINS.map((coin) => [coin.id, coin]))

export type Found = { coin: Coin; others: Coin[] }

/**
 * The coin that a text names: an id, a CAIP-19 asset, a ticker (of several the one of most value), a name. Null: none of
 * those in the table; a service may know more.
 */
export function findCoin(text: string): Found | null {
  const wanted = text.trim().toLowerCase()
  const bare = wanted.replace(/^\$/, '')
  const caip = CAIP19.get(wanted)
  const exact = byId.get(caip ?? wanted)
  if (exact !== undefined) return { coin: exact, others: [] }
  return pick(COINS.filter(({ symbol }) => symbol.toLowerCase() === bare)) ?? pick(named(bare))
}

const named = (wanted: string): Coin[] => {
  const aliased = byId.get(COIN_ALIASES.get(wanted) ?? '')
  return aliased === undefined ? COINS.filter(({ name }) => name.toLowerCase() === wanted) : [aliased]
}

/** The first of coins in the order of their rank, and the others. */
export function pick(coins: readonly Coin[]): Found | null {
  const [coin, ...others] = coins
  return coin === undefined ? null : { coin, others }
}

/** Up to three known tickers that are similar to an unknown one. */
export function nearTickers(text: string): string[] {
  const wanted = text.trim().toUpperCase()
  return COINS.filter(
    ({ symbol, name }) =>
      (wanted.length > 2 && (symbol.startsWith(wanted) || name.toUpperCase().startsWith(wanted))) ||
      (symbol.length === wanted.length && [...symbol].filter((letter, at) => letter !== wanted[at]).length === 1),
  )
    .slice(0, 3)
    .map(({ symbol }) => symbol)
}
