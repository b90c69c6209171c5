/** A rewritten text that still knows, for each of its UTF-16 units, the offset it came from. */
export type MappedSource = { text: string; at: readonly number[] }

/** Collects a rewritten text piece by piece, each piece with the offset it stands for. */
export class SourceWriter {
  readonly #pieces: string[] = []
  readonly #at: number[] = []

  write(piece: string, from: number): void {
    this.#pieces.push(piece)
    for (let unit = 0; unit < piece.length; unit += 1) this.#at.push(from)
  }

  /** `end` is the offset just behind the original, so that a position at the end can be mapped too. */
  finish(end: number): MappedSource {
    return { text: this.#pieces.join(''), at: [...this.#at, end] }
  }
}

/** A text that was rewritten twice, mapped back to the first original. */
export const mapThrough = (outer: MappedSource, inner: MappedSource): MappedSource => ({
  text: outer.text,
  at: outer.at.map((offset) => inner.at[offset] ?? 0),
})
