import { type Box, contains } from './matrix.ts'

/** Something painted over a part of the page; the colour is null where it is not one colour, or not known. */
type Cover = { box: Box; colour: string | null }

/** Only so many are looked at for one piece of text: a page may hold a hundred thousand. */
const LOOKED_AT = 2_000
/** Two colours whose channels all differ by less are the same to a reader's eye. */
const SAME_WITHIN = 11
const PAPER = '#ffffff'

/** What was painted so far, for asking what a piece of text stands on. */
export class Covers {
  readonly #covers: Cover[] = []
  readonly #colours = new Set<string>()

  add(box: Box, colour: string | null): void {
    this.#covers.push({ box, colour })
    if (colour !== null) this.#colours.add(colour)
  }

  /** Whether text of this colour at this place stands on its own colour. */
  hides(colour: string, x: number, y: number): boolean {
    // Most text is neither white nor of a colour that anything was filled with, and needs no search.
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
