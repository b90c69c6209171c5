import { z } from 'zod'

import type { ModelAnswer, ModelQuestion } from '#shared/doors/model.ts'

import { countWords } from '#shared/engines/page/count-words.ts'
import { faithfulness } from '#shared/engines/text/faithfulness.ts'
import { QuoteFinder } from '#shared/engines/text/quote-finder.ts'
import { newFence } from '#shared/engines/model/fence.ts'

const Answer = z.object({
  summary: z.string().min(1),
  key_points: z.array(z.object({ quote: z.string() })),
})
type Answer = z.output<typeof Answer>

const STYLES = {
  paragraph: 'one paragraph of whole sentences',
  bullets: 'lines that begin with "- "',
  tldr: 'one or two sentences',
} as const

type Wanted = {
  source: string
  maxWords: number
  style: keyof typeof STYLES
  focus?: string | undefined
  maxOutputTokens: number
}

/** More words than this over the limit are complained about. */
const TOLERANCE = 1.15
const MOST_POINTS = 10

/** A summary by a model, held against its source: what it makes up is complained about once, then reported. */
export async function summarizeByModel(
  { source, maxWords, style, focus, maxOutputTokens }: Wanted,
  ask: (question: ModelQuestion<Answer>) => Promise<ModelAnswer<Answer>>,
) {
  const fence = newFence()
  const finder = new QuoteFinder(source)
  const complaint = ({ summary }: Answer): string | null => {
    const { unsupportedNumbers: numbers, unsupportedNames: names } = faithfulness(summary, source)
    const made = [...numbers, ...names]
    if (made.length > 0) return `the source does not have ${made.slice(0, 8).join(', ')}; use only what stands in it`
    return countWords(summary, null) > maxWords * TOLERANCE ? `it has more than ${maxWords} words` : null
  }
  const answer = await ask({
    role: 'text',
    instructions:
      `Summarise the document in at most ${maxWords} words, as ${STYLES[style]}, in the language of the document. ` +
      'Use only what it says; every number and name must stand in it. key_points are its most important sentences, ' +
      `quoted word for word. ${fence.rules}`,
    content:
      (focus === undefined ? '' : `What matters to the reader:\n${fence.around('focus', focus)}\n\n`) +
      fence.around('document', source),
    schema: Answer,
    complaint,
    maxOutputTokens,
  })
  const { summary, key_points: points } = answer.value
  const held = faithfulness(summary, source)
  const invented = held.unsupportedNumbers.length + held.unsupportedNames.length
  return {
    answer,
    summary,
    faithfulness: {
      unsupported_numbers: held.unsupportedNumbers,
      unsupported_names: held.unsupportedNames,
      sentences_supported_pct: held.supportedPct,
    },
    // A point that is nowhere in the source is none.
    keyPoints: points.slice(0, MOST_POINTS).flatMap(({ quote }) => {
      const place = finder.find(quote)
      return place === null ? [] : [{ text: finder.at(place), source_start: place.start, source_end: place.end }]
    }),
    confidence: confidenceOf(invented, held.supportedPct),
  }
}

function confidenceOf(invented: number, supportedPct: number): 'high' | 'medium' | 'low' {
  if (invented > 0 || supportedPct < 50) return 'low'
  return supportedPct >= 90 ? 'high' : 'medium'
}
