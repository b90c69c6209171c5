import { editDistance } from './edit-distance.ts'

/** Longest name that is compared, and most candidates, so that chosen names cost little. */
const MOST_LETTERS = 40
const MOST_CANDIDATES = 200

/** The candidate that `name` is most likely a slip of: another case or separator, or at most two edits away; else null. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  if (name.length > MOST_LETTERS || name.length < 2) return null
  const few = candidates
    .slice(0, MOST_CANDIDATES)
    .filter((candidate) => candidate !== name && candidate.length <= MOST_LETTERS)
  const twin = few.find((candidate) => bare(candidate) === bare(name))
  if (twin !== undefined) return twin
  const allowed = name.length <= 4 ? 1 : 2
  const near = few
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate, allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((left, right) => left.distance - right.distance)
  return near[0]?.candidate ?? null
}

const bare = (name: string) => name.toLowerCase().replace(/[-_ .]/g, '')
