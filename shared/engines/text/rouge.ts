import { textTerms } from './text-terms.ts'

/** Longer texts are compared by their beginnings: the work is the product of both lengths. */
const MOST_TERMS = 1_500

/** ROUGE-L (Lin, 2004): F1 of the longest common subsequence of words, 0 to 1. Two texts without words are alike. */
export function rougeL(one: string, other: string): number {
  const [a, b] = [textTerms(one).slice(0, MOST_TERMS), textTerms(other).slice(0, MOST_TERMS)]
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0
  let before = new Uint16Array(b.length + 1)
  for (const term of a) {
    const row = new Uint16Array(b.length + 1)
    for (let at = 1; at <= b.length; at += 1) {
      row[at] = term === b[at - 1] ? (before[at - 1] ?? 0) + 1 : Math.max(row[at - 1] ?? 0, before[at] ?? 0)
    }
    before = row
  }
  const common = before[b.length] ?? 0
  return common === 0 ? 0 : (2 * common) / (a.length + b.length)
}
