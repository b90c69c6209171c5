import { UNSEEN } from '#shared/lib/seen-text.ts'

export type Span = { start: number; end: number }

const QUOTES = /["'`´‘’‚‛“”„‟«»‹›]/
const DASHES = /[‐‑‒–—―−]/

/**
 * Finds a quotation in a text, ignoring differences of white space, quotation marks, dashes, capitals and invisible
 * characters. No other difference is allowed.
 */
export class QuoteFinder {
  readonly #text: string
  readonly #plain: string
  /** Place in the source of each character of the plain text. */
  readonly #places: Int32Array

  constructor(text: string) {
    this.#text = text
    const { plain, places } = plainOf(text)
    this.#plain = plain
    this.#places = places
  }

  /** The first place; null for a quote that is empty or not there. */
  find(quote: string): Span | null {
    const wanted = plainOf(quote).plain.trim()
    if (wanted === '') return null
    const at = this.#plain.indexOf(wanted)
    if (at < 0) return null
    const last = this.#places[at + wanted.length - 1] ?? this.#text.length - 1
    const start = this.#places[at] ?? 0
    return { start, end: last + ((this.#text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) }
  }

  /** The words of the source at a place. */
  at({ start, end }: Span): string {
    return this.#text.slice(start, end)
  }
}

function plainOf(text: string): { plain: string; places: Int32Array } {
  const parts: string[] = []
  const places: number[] = []
  let wasSpace = false
  // Invisible characters are not shown to models.
  const unseen = new Set<number>()
  for (const { index, 0: run } of text.matchAll(UNSEEN)) {
    for (let at = index; at < index + run.length; at += 1) unseen.add(at)
  }
  for (let at = 0; at < text.length; at += 1) {
    if (unseen.has(at)) continue
    const char = text[at] ?? ''
    if (/\s/.test(char)) {
      if (!wasSpace) {
        parts.push(' ')
        places.push(at)
      }
      wasSpace = true
      continue
    }
    wasSpace = false
    const lower = char.toLowerCase()
    // A capital whose small form is longer stays as it is, so that places hold.
    const same = lower.length === 1 ? lower : char
    parts.push(QUOTES.test(same) ? "'" : DASHES.test(same) ? '-' : same)
    places.push(at)
  }
  return { plain: parts.join(''), places: Int32Array.from(places) }
}
