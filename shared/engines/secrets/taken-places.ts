/** A stretch of a text, in UTF-16 indices; `end` is the first one behind it. */
export type Place = { start: number; end: number }

/**
 * Places of a text that are taken, and whether another one overlaps any of them. A long text holds thousands, so they are
 * looked up by where they lie, eight characters a cell.
 */
export function takenPlaces(places: readonly Place[] = []) {
  const cells = new Map<number, Place[]>()
  const cellsOf = ({ start, end }: Place) =>
    Array.from({ length: Math.max(0, ((end - 1) >> 3) - (start >> 3) + 1) }, (_, at) => (start >> 3) + at)
  const take = (place: Place) => {
    for (const cell of cellsOf(place)) {
      const there = cells.get(cell)
      if (there === undefined) cells.set(cell, [place])
      else there.push(place)
    }
  }
  for (const place of places) take(place)
  return {
    take,
    isFree: (place: Place) =>
      !cellsOf(place).some((cell) => cells.get(cell)?.some(({ start, end }) => start < place.end && place.start < end)),
  }
}
