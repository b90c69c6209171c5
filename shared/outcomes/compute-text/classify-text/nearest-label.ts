import { splitSentences } from '#shared/engines/text/split-sentences.ts'
import { textTerms } from '#shared/engines/text/text-terms.ts'

export type DescribedLabel = {
  name: string
  description?: string | undefined
  examples?: readonly string[] | undefined
}
export type LabelScore = { name: string; score: number; evidence: string | null }

/** How much a word of the name counts beside one of a description or example. */
const NAME_WEIGHT = 2
const SHARPNESS = 6

/**
 * Scores of labels for a text by the words they share: cosine of weighted words, sharpened to shares that add up to 1
 * (`multi`: each by itself). Nothing shared with any label: every score is 0. Evidence is the sentence that shares most.
 */
export function nearestLabel(text: string, labels: readonly DescribedLabel[], multi: boolean): LabelScore[] {
  const documents = labels.map(countsOf)
  const rarity = (term: string) =>
    Math.log(1 + labels.length / (0.5 + documents.filter((counts) => counts.has(term)).length))
  const own = new Map<string, number>()
  for (const term of textTerms(text)) own.set(term, (own.get(term) ?? 0) + 1)
  const weighed = (counts: ReadonlyMap<string, number>) =>
    new Map([...counts].map(([term, count]) => [term, Math.sqrt(count) * rarity(term)]))
  const wanted = weighed(own)
  const cosines = documents.map((counts) => cosineOf(wanted, weighed(counts)))
  const best = Math.max(...cosines)
  const powers = cosines.map((cosine) => (best === 0 || cosine === 0 ? 0 : Math.exp((SHARPNESS * cosine) / best)))
  const sum = powers.reduce((all, power) => all + power, 0)
  const sentences = splitSentences(text).map((sentence) => ({ ...sentence, terms: new Set(textTerms(sentence.text)) }))
  return labels
    .map(({ name }, at) => ({
      name,
      score: rounded(
        multi ? (cosines[at] ?? 0) ** 0.5 : sum === 0 ? 0 : ((powers[at] ?? 0) / sum) * Math.min(1, 2 * best),
      ),
      evidence: (cosines[at] ?? 0) === 0 ? null : evidenceIn(sentences, documents[at] ?? new Map()),
    }))
    .toSorted((a, b) => b.score - a.score)
}

function countsOf({ name, description = '', examples = [] }: DescribedLabel): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const term of textTerms(text)) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  add(name.replaceAll(/[_-]/g, ' '), NAME_WEIGHT)
  for (const text of [description, ...examples]) add(text, 1)
  return counts
}

function cosineOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let dot = 0
  for (const [term, weight] of one) dot += weight * (other.get(term) ?? 0)
  const length = (weights: ReadonlyMap<string, number>) =>
    Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0))
  return dot === 0 ? 0 : dot / (length(one) * length(other))
}

function evidenceIn(
  sentences: readonly { text: string; terms: ReadonlySet<string> }[],
  counts: ReadonlyMap<string, number>,
): string | null {
  let best: { text: string; shared: number } | null = null
  for (const { text, terms } of sentences) {
    const shared = [...terms].filter((term) => counts.has(term)).length
    if (shared > (best?.shared ?? 0)) best = { text, shared }
  }
  return best?.text.slice(0, 300).toWellFormed() ?? null
}

const rounded = (score: number) => Math.round(Math.max(0, Math.min(1, score)) * 10_000) / 10_000
