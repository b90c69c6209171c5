/** Which properties and items of one instance successful schemas have evaluated, for `unevaluated*`. */
export class Coverage {
  readonly #names = new Set<string>()
  readonly #positions = new Set<number>()
  #allNames = false
  #prefix = 0

  addName(name: string): void {
    this.#names.add(name)
  }

  addAllNames(): void {
    this.#allNames = true
  }

  addPosition(position: number): void {
    this.#positions.add(position)
  }

  /** Items before `end`; Infinity for all. */
  addPrefix(end: number): void {
    this.#prefix = Math.max(this.#prefix, end)
  }

  hasName(name: string): boolean {
    return this.#allNames || this.#names.has(name)
  }

  hasPosition(position: number): boolean {
    return position < this.#prefix || this.#positions.has(position)
  }

  absorb(other: Coverage): void {
    for (const name of other.#names) this.#names.add(name)
    for (const position of other.#positions) this.#positions.add(position)
    this.#allNames ||= other.#allNames
    this.#prefix = Math.max(this.#prefix, other.#prefix)
  }
}
