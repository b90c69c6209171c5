import type { Match } from './match-layer.ts'

/** Signs further apart than this do not add up: a long text is not suspicious for being long. */
const WINDOW = 4_000

/** Maximum number of signs listed for one text; a text with this many has more. */
export const MAX_COUNTED = 2_000

const family = ({ rule: { id } }: Match) => id.slice(0, id.indexOf('.'))
const overlap = (a: Match, b: Match) => a.start < b.end && b.start < a.end

/**
 * Computes the score of a text, 0 to 100: noisy-or of the weights in the worst window. A rule counts once, and rules of
 * one family count once for one place. `counted` holds the matches to list, heaviest first.
 */
export function scoreMatches(matches: readonly Match[]): { score: number; counted: Match[] } {
  const byWeight = [...matches].sort(
    (a, b) => b.weight - a.weight || a.start - b.start || (a.rule.id < b.rule.id ? -1 : 1),
  )
  const counted: Match[] = []
  const byFamily = new Map<string, Match[]>()
  for (const match of byWeight) {
    if (counted.length >= MAX_COUNTED) break
    const kin = byFamily.get(family(match)) ?? []
    if (kin.some((one) => overlap(one, match) || one.start === match.start)) continue
    byFamily.set(family(match), kin)
    kin.push(match)
    counted.push(match)
  }
  const inOrder = [...counted].sort((a, b) => a.start - b.start)
  let worst = 0
  let last = -1
  for (const [index, first] of inOrder.entries()) {
    // A window that starts at the same place, or right after, holds no more than the one before.
    if (first.start === last) continue
    last = first.start
    const best = new Map<string, number>()
    for (let at = index; at < inOrder.length; at += 1) {
      const match = inOrder[at]
      if (match === undefined || match.start > first.start + WINDOW) break
      best.set(match.rule.id, Math.max(best.get(match.rule.id) ?? 0, match.weight))
    }
    const spared = [...best.values()].reduce((rest, weight) => rest * (1 - weight), 1)
    worst = Math.max(worst, 1 - spared)
  }
  return { score: Math.round(worst * 100), counted }
}
