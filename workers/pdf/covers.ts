import { type Box, contains } from './matrix.ts'

/** A painted area. `colour` is null if it is unknown or not a single colour. */
type Cover = { box: Box; colour: string | null }

/** Most areas checked per piece of text, since a page may have a hundred thousand. */
const LOOKED_AT = 2_000
/** Colours are indistinguishable if all channels differ by less than this. */
const SAME_WITHIN = 11
const PAPER = '#ffffff'

/** The areas painted so far, to determine the background of text. */
export class Covers {
  readonly #covers: Cover[] = []
  readonly #colours = new Set<string>()

  add(box: Box, colour: string | null): void {
    this.#covers.push({ box, colour })
    if (colour !== null) this.#colours.add(colour)
  }

  /** Whether text of this colour at this place has a background of the same colour. */
  hides(colour: string, x: number, y: number): boolean {
    // Fast path: most text is neither white nor of any fill colour.
    if (!isNear(colour, PAPER) && ![...this.#colours].some((filled) => isNear(colour, filled))) return false
    const under = this.#covers.slice(-LOOKED_AT).findLast(({ box }) => contains(box, x, y))
    if (under === undefined) return isNear(colour, PAPER)
    return under.colour !== null && isNear(colour, under.colour)
  }
}

function isNear(one: string, other: string): boolean {
  for (const at of [1, 3, 5]) {
    const apart = Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)
    if (!(Math.abs(apart) < SAME_WITHIN)) return false
  }
  return true
}
