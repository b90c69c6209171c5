/** z of the 95 % interval. */
const Z = 1.96

/** The 95 % confidence interval of a share (Wilson), in percent: `95.1–97.8 %`. */
export function intervalOf(part: number, of: number): string {
  if (of === 0) return '–'
  const share = part / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  const [low, high] = [-1, 1].map((side) => (share + (Z * Z) / (2 * of) + side * spread) / (1 + (Z * Z) / of))
  return `${(100 * Math.max(0, low ?? 0)).toFixed(1)}–${(100 * Math.min(1, high ?? 1)).toFixed(1)} %`
}

/** A share with its count and its interval: `96.7 % (58/60), 88.6–99.1 %`. */
export const shareOf = (part: number, of: number): string =>
  of === 0 ? '– (0/0)' : `${((100 * part) / of).toFixed(1)} % (${part}/${of}), ${intervalOf(part, of)}`
