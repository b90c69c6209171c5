/** The candidate that `name` is most likely a slip of: another case or separator, or at most two edits away; else null. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  if (name.length > 40 || name.length < 2) return null
  const few = candidates.slice(0, 200).filter((candidate) => candidate !== name && candidate.length <= 40)
  const twin = few.find((candidate) => bare(candidate) === bare(name))
  if (twin !== undefined) return twin
  const allowed = name.length <= 4 ? 1 : 2
  const near = few
    .filter((candidate) => Math.abs(candidate.length - name.length) <= allowed)
    .map((candidate) => ({ candidate, distance: edits(name, candidate) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((left, right) => left.distance - right.distance)
  return near[0]?.candidate ?? null
}

const bare = (name: string) => name.toLowerCase().replace(/[-_ .]/g, '')

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function edits(left: string, right: string): number {
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1]
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const plain = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (isSame ? 0 : 1))
      next.push(isSwap ? Math.min(plain, at(before, j - 2) + 1) : plain)
    }
    before = row
    row = next
  }
  return at(row, right.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity
