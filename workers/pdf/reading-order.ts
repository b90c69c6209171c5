import type { Fragment } from './fragments.ts'

/** Most levels of nested columns. */
const DEEPEST = 3
const FEWEST_LINES = 4
/** Least median characters of the lines in a prose column. Shorter lines may be a table, which is read by rows. */
const PROSE_CHARS = 14
const MOST_CROSSING = 0.25
const BINS = 200

/**
 * Splits fragments into blocks in reading order. Columns of prose are read left to right. A heading across the gutter
 * separates the columns above it from those below.
 */
export function readingBlocks(fragments: readonly Fragment[], depth = 0): Fragment[][] {
  const gutter = depth < DEEPEST ? gutterOf(fragments) : null
  if (gutter === null) return fragments.length === 0 ? [] : [[...fragments]]
  const blocks: Fragment[][] = []
  let crossing: Fragment[] = []
  let left: Fragment[] = []
  let right: Fragment[] = []
  const flushColumns = () => {
    blocks.push(...readingBlocks(left, depth + 1), ...readingBlocks(right, depth + 1))
    left = []
    right = []
  }
  const flushCrossing = () => {
    if (crossing.length > 0) blocks.push(crossing)
    crossing = []
  }
  for (const fragment of fragments.toSorted((one, other) => other.y - one.y || one.x0 - other.x0)) {
    if (crosses(fragment, gutter)) {
      flushColumns()
      crossing.push(fragment)
    } else {
      flushCrossing()
      if (fragment.x1 <= gutter) left.push(fragment)
      else right.push(fragment)
    }
  }
  flushCrossing()
  flushColumns()
  return blocks
}

/** Finds the x position of the gutter between two columns of prose, or null. */
function gutterOf(fragments: readonly Fragment[]): number | null {
  if (fragments.length < 2 * FEWEST_LINES) return null
  const from = leastOf(fragments, ({ x0 }) => x0)
  const to = -leastOf(fragments, ({ x1 }) => -x1)
  const step = (to - from) / BINS
  if (!(step > 0)) return null
  const depths = coverage(fragments, from, step)
  const [start, end] = widestGap(depths, Math.floor(fragments.length * MOST_CROSSING))
  const em = median(fragments.map(({ size }) => size))
  if ((end - start) * step < em * 0.7) return null
  const gutter = from + ((start + end) / 2) * step
  const left = fragments.filter(({ x1 }) => x1 <= gutter)
  const right = fragments.filter(({ x0 }) => x0 >= gutter)
  return isProse(left) && isProse(right) && overlapsInHeight(left, right) ? gutter : null
}

const crosses = ({ x0, x1 }: Fragment, gutter: number) => x0 < gutter && x1 > gutter

/** Number of fragments over each bin of the width. */
function coverage(fragments: readonly Fragment[], from: number, step: number): number[] {
  const changes = Array.from({ length: BINS + 1 }, () => 0)
  const bump = (bin: number, by: number) => {
    const at = Math.max(0, Math.min(BINS, bin))
    changes[at] = (changes[at] ?? 0) + by
  }
  for (const { x0, x1 } of fragments) {
    bump(Math.floor((x0 - from) / step), 1)
    bump(Math.ceil((x1 - from) / step), -1)
  }
  let open = 0
  return changes.slice(0, BINS).map((change) => (open += change))
}

/** Longest run of bins with the fewest fragments, apart from the margins, as [start, end). */
function widestGap(depths: readonly number[], atMost: number): [start: number, end: number] {
  const inner = depths.slice(BINS * 0.1, BINS * 0.9)
  const lowest = Math.min(...inner)
  if (lowest > atMost) return [0, 0]
  let best: [number, number] = [0, 0]
  let start = -1
  for (let bin = BINS * 0.1; bin <= BINS * 0.9; bin += 1) {
    const isLow = bin < BINS * 0.9 && depths[bin] === lowest
    if (isLow && start < 0) start = bin
    if (!isLow && start >= 0) {
      if (bin - start > best[1] - best[0]) best = [start, bin]
      start = -1
    }
  }
  return best
}

const isProse = (fragments: readonly Fragment[]) =>
  fragments.length >= FEWEST_LINES && median(fragments.map(({ text }) => text.length)) >= PROSE_CHARS

function overlapsInHeight(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const top = Math.min(-leastOf(left, ({ y }) => -y), -leastOf(right, ({ y }) => -y))
  return (
    top >
    Math.max(
      leastOf(left, ({ y }) => y),
      leastOf(right, ({ y }) => y),
    )
  )
}

/** Not `Math.min(...)`: a page may have more fragments than the limit of arguments. */
const leastOf = (fragments: readonly Fragment[], of: (fragment: Fragment) => number) =>
  fragments.reduce((least, fragment) => Math.min(least, of(fragment)), Number.POSITIVE_INFINITY)

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}
