/** Number of characters compared of each text. */
const COMPARED = 2_000

/**
 * Whether two texts are nearly the same: their edit distance is at most a tenth of the longer one. Only a band of that
 * width around the diagonal is computed, so two posts of 2,000 characters take about a millisecond.
 */
export function areSimilar(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)]
  const most = Math.floor(Math.max(a.length, b.length) * 0.1)
  if (Math.abs(a.length - b.length) > most) return false
  const far = most + 1
  let above = Int32Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far))
  let line = new Int32Array(b.length + 1)
  for (let row = 1; row <= a.length; row += 1) {
    const [from, to] = [Math.max(1, row - most), Math.min(b.length, row + most)]
    line[from - 1] = from === 1 && row <= most ? row : far
    let nearest = line[from - 1] ?? far
    for (let column = from; column <= to; column += 1) {
      // Cells outside the band of the row above are over the limit.
      const over = column === row + most ? far : (above[column] ?? far)
      const replaced = (above[column - 1] ?? far) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const distance = Math.min(replaced, over + 1, (line[column - 1] ?? far) + 1, far)
      line[column] = distance
      if (distance < nearest) nearest = distance
    }
    if (nearest > most) return false
    ;[above, line] = [line, above]
  }
  return (above[b.length] ?? far) <= most
}

/** Removes differences of case, white space and punctuation. */
function fold(text: string): Int32Array {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Int32Array.from([...plain].slice(0, COMPARED), (letter) => letter.codePointAt(0) ?? 0)
}
