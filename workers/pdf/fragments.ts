import type { GlyphRun } from './glyph-runs.ts'

/** A piece of a line, rotated so that the line is horizontal. y grows upwards. */
export type Fragment = { text: string; x0: number; x1: number; y: number; size: number }

/** Consecutive pieces closer than this share of their size are joined. */
const JOIN_EM = 1
const SPACE_EM = 0.17
const OVERLAP_EM = -0.35
const SAME_LINE_EM = 0.45

/**
 * Converts runs of one writing direction to fragments: rotates them upright, drops exact duplicates (shadows, fake
 * bold), joins neighbours.
 */
export function fragmentsOf(runs: readonly GlyphRun[], angle: number): Fragment[] {
  const turn = (-angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const seen = new Set<string>()
  const fragments: Fragment[] = []
  let last: Fragment | undefined
  for (const run of runs) {
    const x0 = run.x * cos - run.y * sin
    const y = run.x * sin + run.y * cos
    const place = `${Math.round(x0)} ${Math.round(y)} ${run.text}`
    if (seen.has(place)) continue
    seen.add(place)
    const next = { text: run.text, x0, x1: x0 + run.width, y, size: run.size }
    if (last !== undefined && isNext(last, next)) {
      last.text += (needsSpace(last, next) ? ' ' : '') + next.text
      last.x1 = next.x1
      // A footnote mark must not shrink its line.
      if (next.size > last.size) [last.size, last.y] = [next.size, next.y]
    } else {
      fragments.push(next)
      last = next
    }
  }
  return fragments
}

/** Whether two fragments are on the same line. */
export const onOneLine = (one: Fragment, other: Fragment): boolean =>
  Math.abs(one.y - other.y) < SAME_LINE_EM * Math.max(one.size, other.size)

/** Whether the gap between two fragments is a space. */
export const needsSpace = (left: Fragment, right: Fragment): boolean =>
  right.x0 - left.x1 > SPACE_EM * Math.min(left.size, right.size)

function isNext(left: Fragment, right: Fragment): boolean {
  const em = Math.max(left.size, right.size)
  const gap = right.x0 - left.x1
  return onOneLine(left, right) && gap < JOIN_EM * em && gap > OVERLAP_EM * em
}
