/** The most candidates for which every set is tried. */
const EXACT = 15

export type Candidate = {
  name: string
  /** What gating it costs; 1 for a single capability. */
  cost: number
  /** Breaks ties: of equally dear sets the one with the higher sum. */
  preference: number
}

/**
 * The cheapest set of names that has a name in common with every path; exact for up to 15 candidates, else by taking what
 * cuts most for its cost (greedy set cover). Sorted by name.
 */
export function minCut(paths: readonly (readonly string[])[], candidateOf: (name: string) => Candidate): string[] {
  const different = [...new Map(paths.map((path) => [path.toSorted().join('\n'), path])).values()]
  const minimal =
    different.length > 2_000
      ? different
      : different.filter(
          (path) =>
            !different.some((other) => other.length < path.length && other.every((name) => path.includes(name))),
        )
  const candidates = [...new Set(minimal.flat())].toSorted().map(candidateOf)
  return candidates.length <= EXACT ? exact(minimal, candidates) : greedy(minimal, candidates)
}

function exact(paths: readonly (readonly string[])[], candidates: readonly Candidate[]): string[] {
  const bit = new Map(candidates.map(({ name }, index) => [name, 1 << index]))
  const masks = [...new Set(paths.map((path) => path.reduce((mask, name) => mask | (bit.get(name) ?? 0), 0)))]
  let best = { set: 0, cost: paths.length === 0 ? 0 : Infinity, preference: 0 }
  for (let set = 1; set < 1 << candidates.length; set += 1) {
    const chosen = candidates.filter((_, index) => (set & (1 << index)) !== 0)
    const cost = chosen.reduce((sum, one) => sum + one.cost, 0)
    if (cost > best.cost || masks.some((mask) => (mask & set) === 0)) continue
    const preference = chosen.reduce((sum, one) => sum + one.preference, 0)
    if (cost < best.cost || preference > best.preference) best = { set, cost, preference }
  }
  return candidates.filter((_, index) => (best.set & (1 << index)) !== 0).map(({ name }) => name)
}

function greedy(paths: readonly (readonly string[])[], candidates: readonly Candidate[]): string[] {
  const cut: string[] = []
  let rest = [...paths]
  while (rest.length > 0) {
    const counts = new Map<string, number>()
    for (const name of rest.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
    const worth = ({ name, cost }: Candidate) => (counts.get(name) ?? 0) / cost
    const [best] = [...candidates].sort(
      (a, b) => worth(b) - worth(a) || b.preference - a.preference || (a.name < b.name ? -1 : 1),
    )
    if (best === undefined || !counts.has(best.name)) break
    cut.push(best.name)
    rest = rest.filter((path) => !path.includes(best.name))
  }
  return cut.toSorted()
}
