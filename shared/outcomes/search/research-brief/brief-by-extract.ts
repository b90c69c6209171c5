import { type Brief, withMarks } from './brief-by-model.ts'
import type { RankedPassages } from './rank-passages.ts'

const MOST_SENTENCES = 5
const FEWEST = 2

/** A brief of sentences of the sources, word for word. What the sources leave open is what no passage was found for. */
export function briefByExtract(picked: RankedPassages['picked'], unknowns: readonly string[]): Brief {
  const findings = picked.map(({ n, text, supporters }) => ({
    claim: text,
    citations: [n, ...supporters],
    quote: text,
    support: 'direct' as const,
  }))
  const count = Math.max(Math.min(FEWEST, findings.length), Math.min(MOST_SENTENCES, Math.ceil(findings.length / 2)))
  return {
    answer: findings
      .slice(0, count)
      .map(({ claim, citations }) => withMarks(claim, citations))
      .join(' '),
    findings,
    disagreements: [],
    unknowns: [...unknowns],
    claims: findings.length,
  }
}
