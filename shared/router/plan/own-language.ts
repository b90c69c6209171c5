import type { Known } from '../values/known.ts'
import { targetLanguage } from '../values/meanings.ts'
import { languageOf } from '../values/text-language.ts'
import { isProse } from '../topics/topic.ts'
import type { Candidate } from './choose-intents.ts'

/** Whether a translation would be into the language that the text, or else the goal, is in, and no verb asks for one. */
export const isInOwnLanguage = ({ intent, on }: Candidate, known: Known) =>
  intent.slug === 'translate-text' &&
  on.every(
    ({ start, end }) => !/^(?:translat|ubersetz|traduc|traduis|tradui)|翻译|訳/.test(known.read.text.slice(start, end)),
  ) &&
  (isProse(known) || known.input.text === '') &&
  languageOf(known.input.text === '' ? known.goal : known.input.text) === targetLanguage(known)
