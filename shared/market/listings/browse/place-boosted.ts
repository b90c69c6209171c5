/** Boosted listings at the top of a first page, and places by which one rises in a search. */
export const MOST_ON_TOP = 3
export const MOST_PLACES = 2

/** Moves boosted rows up by at most MOST_PLACES; none passes another boosted one. */
export function raiseBoosted<Row>(rows: readonly Row[], isBoosted: (row: Row) => boolean): Row[] {
  const raised: Row[] = []
  for (const row of rows) {
    let at = raised.length
    if (isBoosted(row)) {
      const before = raised.findLastIndex(isBoosted)
      at = Math.max(before + 1, raised.length - MOST_PLACES)
    }
    raised.splice(at, 0, row)
  }
  return raised
}

/** Puts at most MOST_ON_TOP boosted rows before a page, each once, and keeps the length of the page. */
export function putOnTop<Row extends { id: string }>(rows: readonly Row[], boosted: readonly Row[]): Row[] {
  const top = boosted.slice(0, MOST_ON_TOP)
  const ids = new Set(top.map(({ id }) => id))
  return [...top, ...rows.filter(({ id }) => !ids.has(id))].slice(0, rows.length)
}
