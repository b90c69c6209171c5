/** Cosine of two vectors of one size, -1 to 1; 0 where one has no length. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  let dot = 0
  let first = 0
  let second = 0
  for (const [at, value] of one.entries()) {
    const beside = other[at] ?? 0
    dot += value * beside
    first += value * value
    second += beside * beside
  }
  return first === 0 || second === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(first * second)))
}

/** The vector at length 1; one without length stays as it is. */
export function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? [...vector] : vector.map((value) => value / length)
}
