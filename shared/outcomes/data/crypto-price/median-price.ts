import { Decimal } from 'decimal.js'

/** Further from the median than this, in percent, and a price is left out. */
const OUTLIER_PCT = 5

export type Priced = { price: string }

/**
 * The median of prices, without those more than 5 percent away from it, and how far the kept ones lie apart in percent of
 * it. When all would be left out, none is: two sources that disagree are shown, not judged. Needs one price at least.
 */
export function medianPrice<Source extends Priced>(
  sources: readonly Source[],
): { price: string; spreadPct: number; kept: Source[]; outliers: Source[] } {
  const first = median(sources)
  const isNear = ({ price }: Source) =>
    first.isZero() || new Decimal(price).minus(first).abs().div(first).times(100).lte(OUTLIER_PCT)
  const near = sources.filter(isNear)
  const kept = near.length === 0 ? [...sources] : near
  const middle = median(kept)
  const prices = kept.map(({ price }) => new Decimal(price))
  const spread = Decimal.max(...prices).minus(Decimal.min(...prices))
  return {
    price: middle.toFixed(),
    spreadPct: middle.isZero() ? 0 : spread.div(middle).times(100).toDecimalPlaces(4).toNumber(),
    kept,
    outliers: near.length === 0 ? [] : sources.filter((source) => !isNear(source)),
  }
}

function median(sources: readonly Priced[]): Decimal {
  const sorted = sources.map(({ price }) => new Decimal(price)).toSorted((one, other) => one.cmp(other))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? new Decimal(0)
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper
  return upper.plus(lower).div(2)
}
