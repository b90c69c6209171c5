import { baseForms } from '#shared/engines/dictionary/base-forms.ts'
import type { PartOfSpeech } from '#shared/engines/dictionary/base-forms.ts'
import { readSynset } from './read-synset.ts'
import type { Synset } from './read-synset.ts'
import { openWordnet } from '#shared/engines/dictionary/wordnet-files.ts'
import type { IndexEntry } from '#shared/engines/dictionary/wordnet-files.ts'

export type Meaning = {
  part_of_speech: 'noun' | 'verb' | 'adjective' | 'adverb'
  definitions: { text: string; example: string | null }[]
  synonyms: string[]
  antonyms: string[]
}

const NAMES = { noun: 'noun', verb: 'verb', adj: 'adjective', adv: 'adverb' } as const

/** All senses of a lemma in one part of speech, most used first. `word` is the lemma with its capitals. */
export function readMeaning(lemma: string, { part, offsets }: IndexEntry): Meaning & { word: string } {
  const plain = lemma.replaceAll('_', ' ')
  const isLemma = (word: string) => word.toLowerCase() === plain
  const synsets = offsets.map((offset) => readSynset(openWordnet().synset(part, offset)))
  return {
    word: synsets[0]?.words.find(isLemma) ?? plain,
    part_of_speech: NAMES[part],
    definitions: synsets.map(({ definition, examples }) => ({
      text: definition,
      example: ownExample(examples, lemma, part),
    })),
    synonyms: unique(synsets.flatMap(({ words }) => words.filter((word) => !isLemma(word)))),
    antonyms: unique(synsets.flatMap((synset) => antonymsOf(synset, part, isLemma))),
  }
}

/** A sense's examples are shared by its synonyms; only one that has the word itself, in any form, is an example of it. */
function ownExample(examples: readonly string[], lemma: string, part: PartOfSpeech): string | null {
  const words = lemma.split('_')
  const uses = (example: string) => {
    const tokens = example.toLowerCase().match(/[a-z0-9][a-z0-9'.-]*/g) ?? []
    return words.every((word) =>
      tokens.some((token) => isForm(token, word, part) || isForm(trimmed(token), word, part)),
    )
  }
  return examples.find(uses) ?? null
}

const isForm = (token: string, word: string, part: PartOfSpeech) =>
  token === word || baseForms(token, part).includes(word)

const trimmed = (token: string) => token.replace(/(?:'s|[.'-])+$/, '')

function antonymsOf({ words, antonyms }: Synset, part: PartOfSpeech, isLemma: (word: string) => boolean): string[] {
  return antonyms
    .filter(({ word }) => word === 0 || isLemma(words[word - 1] ?? ''))
    .flatMap(({ offset, target }) => readSynset(openWordnet().synset(part, offset)).words[target - 1] ?? [])
}

const unique = (words: readonly string[]) => [...new Set(words)]
