/**
 * Finds the first match at or behind an offset: [start, end] of the match and of each group in UTF-16 units, -1 for a
 * group that took no part; null when there is none.
 */
export type Finder = (from: number) => number[] | null
