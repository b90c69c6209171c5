/**
 * Damerau-Levenshtein distance (optimal string alignment) in UTF-16 units: insertions, deletions, substitutions and swaps
 * of neighbours. Anything over `max` comes back as `max + 1`, found early.
 */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_none, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    let best = row
    for (let column = 1; column <= other.length; column += 1) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1))
      const swapped =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
      best = Math.min(best, cost)
    }
    if (best > max) return max + 1
    beforeLast = last
    last = current
  }
  return Math.min(at(last, other.length), max + 1)
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity
