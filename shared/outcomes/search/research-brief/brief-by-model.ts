import { z } from 'zod'

import type { ModelAnswer, ModelQuestion } from '#shared/doors/model.ts'

import { newFence } from '#shared/engines/model/fence.ts'
import { numbersNotIn } from '#shared/engines/text/faithfulness.ts'
import { QuoteFinder } from '#shared/engines/text/quote-finder.ts'
import type { Passage } from './rank-passages.ts'

const citations = z.array(z.int())
const Answer = z.object({
  answer: z.array(z.object({ sentence: z.string(), citations })),
  findings: z.array(
    z.object({ claim: z.string(), source: z.int(), quote: z.string(), support: z.enum(['direct', 'partial']) }),
  ),
  disagreements: z.array(
    z.object({ topic: z.string(), positions: z.array(z.object({ claim: z.string(), citations })) }),
  ),
  unknowns: z.array(z.string()),
})
type Answer = z.output<typeof Answer>

export type Finding = { claim: string; citations: number[]; quote: string; support: 'direct' | 'partial' }
export type Brief = {
  answer: string
  findings: Finding[]
  disagreements: { topic: string; positions: { claim: string; citations: number[] }[] }[]
  unknowns: string[]
  /** Claims that were made, believed or not. */
  claims: number
}

type Wanted = {
  query: string
  asOf: string | undefined
  passages: readonly Passage[]
  sources: readonly { n: number; text: string }[]
  maxOutputTokens: number
}

const MOST_FINDINGS = 15

/**
 * A brief by a model that sees numbered passages only. A claim whose quote is not word for word in its source is dropped,
 * one with a number that stands neither there nor in the question too, and so are sentences of the answer that cite no
 * source with a claim that held, or have such numbers. Null when nothing held.
 */
export async function briefByModel(
  { query, asOf, passages, sources, maxOutputTokens }: Wanted,
  ask: (question: ModelQuestion<Answer>) => Promise<ModelAnswer<Answer>>,
): Promise<{ brief: Brief | null; answer: ModelAnswer<Answer> }> {
  const fence = newFence()
  const finders = new Map(sources.map(({ n, text }) => [n, new QuoteFinder(text)]))
  const texts = new Map(sources.map(({ n, text }) => [n, text]))
  const isCounted = (said: string, from: readonly number[]) =>
    numbersNotIn(said, [query, ...from.map((n) => texts.get(n) ?? '')].join('\n')).length === 0
  const held = ({ findings }: Answer): Finding[] =>
    findings.flatMap(({ claim, source, quote, support }) => {
      const finder = finders.get(source)
      const place = finder?.find(quote) ?? null
      return finder === undefined || place === null || claim.trim() === '' || !isCounted(claim, [source])
        ? []
        : [{ claim, citations: [source], quote: finder.at(place), support }]
    })
  const bySource = Map.groupBy(passages, ({ n }) => n)
  const answer = await ask({
    role: 'text',
    instructions:
      'Write a brief on the question from the numbered sources alone. answer: 2 to 5 sentences, each with the numbers of ' +
      'the sources it rests on. findings: single claims, each with the number of its source and a quote from it, word for ' +
      'word. disagreements: where sources contradict each other. unknowns: what the sources leave open. ' +
      `${asOf === undefined ? '' : `Prefer what held on ${asOf.slice(0, 10)}. `}Use nothing you know otherwise. ${fence.rules}`,
    content: [
      fence.around('question', query),
      ...[...bySource].map(([n, own]) => fence.around(`source ${n}`, own.map(({ text }) => text).join('\n'))),
    ].join('\n\n'),
    schema: Answer,
    complaint: (value) => (held(value).length === 0 ? 'no quote stands word for word in its source' : null),
    maxOutputTokens,
  })
  const findings = held(answer.value).slice(0, MOST_FINDINGS)
  const backed = new Set(findings.flatMap(({ citations: cited }) => cited))
  const cited = (numbers: readonly number[]) => [...new Set(numbers)].filter((n) => backed.has(n))
  const sentences = answer.value.answer.flatMap(({ sentence, citations: numbers }) => {
    const own = cited(numbers)
    const plain = sentence.replaceAll(/\s?\[\d{1,3}\]/g, '').trim()
    return own.length === 0 || plain === '' || !isCounted(plain, own) ? [] : [withMarks(plain, own)]
  })
  if (findings.length === 0 || sentences.length === 0) return { brief: null, answer }
  return {
    answer,
    brief: {
      answer: sentences.slice(0, 5).join(' '),
      findings,
      disagreements: answer.value.disagreements.flatMap(({ topic, positions }) => {
        const own = positions.flatMap(({ claim, citations: numbers }) => {
          const there = cited(numbers)
          return there.length === 0 ? [] : [{ claim, citations: there }]
        })
        return own.length < 2 ? [] : [{ topic, positions: own }]
      }),
      unknowns: answer.value.unknowns.slice(0, 10),
      claims: answer.value.findings.length,
    },
  }
}

/** `It is. ` with [1][3] before its point. */
export function withMarks(sentence: string, citations: readonly number[]): string {
  const marks = citations.map((n) => `[${n}]`).join('')
  const end = /[.!?。！？]+["'”’)\]]*$/.exec(sentence)
  return end === null ? `${sentence} ${marks}` : `${sentence.slice(0, end.index)} ${marks}${end[0]}`
}
