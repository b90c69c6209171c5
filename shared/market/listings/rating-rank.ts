const Z = 1.96
const LEAST_RATING = 1
const MOST_RATING = 5

/**
 * Rank of ratings between 0 and 1: the lower bound of Wilson's score interval (95 %) for the share of the best rating.
 * Few ratings rank low however good they are; null without any.
 */
export function ratingRank(sum: number, count: number): number | null {
  if (count === 0) return null
  const share = (sum / count - LEAST_RATING) / (MOST_RATING - LEAST_RATING)
  const zz = Z * Z
  const spread = Z * Math.sqrt((share * (1 - share) + zz / (4 * count)) / count)
  const bound = (share + zz / (2 * count) - spread) / (1 + zz / count)
  return Math.round(Math.max(0, bound) * 10_000) / 10_000
}
