import { z } from 'zod'

import type { ModelAnswer, ModelQuestion } from '#shared/doors/model.ts'

import { languageName } from '#shared/engines/translate/language-tag.ts'
import { lostTokens, mask, unmask } from './mask.ts'
import { rougeL } from '#shared/engines/text/rouge.ts'
import { newFence } from '#shared/engines/model/fence.ts'

const Answer = z.object({
  translation: z.string().min(1),
  source_language: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
})
type Answer = z.output<typeof Answer>

type Wanted = {
  text: string
  to: string
  from: string | null
  glossary: Readonly<Record<string, string>>
  formality: 'auto' | 'formal' | 'informal'
  maxOutputTokens: number
}

/** A translation whose placeholders were never shown to the model; one that is unsure is translated back and compared. */
export async function translateByModel(
  wanted: Wanted,
  ask: (question: ModelQuestion<Answer>) => Promise<ModelAnswer<Answer>>,
) {
  const { text, to, from, glossary, formality, maxOutputTokens } = wanted
  const masked = mask(text)
  const question = (
    shown: string,
    source: string | null,
    target: string,
    kept: readonly string[],
  ): ModelQuestion<Answer> => {
    const fence = newFence()
    return {
      role: 'text',
      instructions:
        `Translate the document ${source === null ? '' : `from ${languageName(source)} `}into ${languageName(target)} (${target}). ` +
        'Keep its Markdown, line breaks and meaning; add and leave out nothing. Marks such as ⟦0⟧ stand for things that ' +
        'must not change: keep each exactly once, where it belongs. ' +
        (formality === 'auto' ? '' : `Address the reader ${formality === 'formal' ? 'formally' : 'informally'}. `) +
        'source_language is the BCP 47 tag of the document. confidence is low when you are not sure of the meaning. ' +
        fence.rules,
      content:
        (Object.keys(glossary).length === 0
          ? ''
          : `Terms and their translations:\n${fence.around('glossary', JSON.stringify(glossary))}\n\n`) +
        fence.around('document', shown),
      schema: Answer,
      complaint: ({ translation }) => {
        const lost = lostTokens(translation, kept)
        return lost.length === 0 ? null : `these marks are missing: ${lost.slice(0, 10).join(' ')}`
      },
      maxOutputTokens,
    }
  }
  const answer = await ask(question(masked.text, from, to, masked.kept))
  const whole = unmask(answer.value.translation, masked.kept)
  const answers = [answer]
  let similarity: number | null = null
  if (answer.value.confidence === 'low') {
    const again = mask(whole.text)
    const back = await ask(question(again.text, to, from ?? answer.value.source_language, again.kept))
    answers.push(back)
    similarity = Math.round(1_000 * rougeL(text, unmask(back.value.translation, again.kept).text)) / 1_000
  }
  return {
    translation: whole.text,
    sourceLanguage: answer.value.source_language,
    confidence: answer.value.confidence,
    protectedParts: { count: masked.kept.length, broken: whole.broken },
    similarity,
    answers,
  }
}
