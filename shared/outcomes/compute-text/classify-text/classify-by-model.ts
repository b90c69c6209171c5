import { z } from 'zod'

import type { ModelAnswer, ModelQuestion } from '#shared/doors/model.ts'

import type { DescribedLabel, LabelScore } from './nearest-label.ts'
import { QuoteFinder } from '#shared/engines/text/quote-finder.ts'
import { newFence } from '#shared/engines/model/fence.ts'

const Answer = z.object({
  labels: z.array(z.object({ label: z.string(), score: z.number().min(0).max(1), quote: z.string() })),
})
type Answer = z.output<typeof Answer>

type Wanted = { text: string; labels: readonly DescribedLabel[]; multi: boolean; maxOutputTokens: number }

/**
 * Labels by a model, asked twice with the labels in another order, the scores averaged: what stands first is chosen too
 * often. Only the caller's own names count, and only words of the text are evidence.
 */
export async function classifyByModel(
  { text, labels, multi, maxOutputTokens }: Wanted,
  ask: (question: ModelQuestion<Answer>) => Promise<ModelAnswer<Answer>>,
): Promise<{ scores: LabelScore[]; answers: ModelAnswer<Answer>[] }> {
  const names = new Set(labels.map(({ name }) => name))
  const fence = newFence()
  const question = (order: readonly DescribedLabel[]): ModelQuestion<Answer> => ({
    role: 'text',
    instructions:
      `Say which labels fit the document. ${multi ? 'Several may fit; score each by itself.' : 'One fits best; the scores add up to at most 1.'} ` +
      'score is how sure you are, 0 to 1. label is exactly one of the given names. quote is the shortest part of the ' +
      `document that shows it, word for word, or empty. Leave labels that do not fit out; if none does, labels is empty. ${fence.rules}`,
    content: `${fence.around('labels', JSON.stringify(order))}\n\n${fence.around('document', text)}`,
    schema: Answer,
    complaint: ({ labels: said }) =>
      said.some(({ label }) => !names.has(label)) ? 'a label is none of the given names' : null,
    maxOutputTokens,
  })
  const answers = await Promise.all([ask(question(labels)), ask(question(turned(labels)))])
  const finder = new QuoteFinder(text)
  const scores = labels.map(({ name }) => {
    const said = answers.map(({ value }) => value.labels.find(({ label }) => label === name))
    const place = said.map((one) => (one === undefined ? null : finder.find(one.quote))).find((found) => found !== null)
    const sum = said.reduce((all, one) => all + (one?.score ?? 0), 0)
    return {
      name,
      score: Math.round((10_000 * sum) / answers.length) / 10_000,
      evidence: place === undefined || place === null ? null : finder.at(place).slice(0, 300).toWellFormed(),
    }
  })
  return { scores: scores.toSorted((a, b) => b.score - a.score), answers }
}

/** The labels from the other end, those of the middle first: no label keeps its place. */
const turned = <Item>(items: readonly Item[]): Item[] => {
  const half = Math.floor(items.length / 2)
  return [...items.slice(half), ...items.slice(0, half)].toReversed()
}
