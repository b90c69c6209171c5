import { baseForms } from '#shared/engines/dictionary/base-forms.ts'
import { functionWord } from '#shared/engines/dictionary/function-words.rules.ts'
import { normalWord, spellings } from './normal-word.ts'
import { readMeaning } from './read-meaning.ts'
import type { Meaning } from './read-meaning.ts'
import { suggestWords } from './suggest-words.ts'
import { openWordnet, PARTS } from '#shared/engines/dictionary/wordnet-files.ts'
import type { IndexEntry } from '#shared/engines/dictionary/wordnet-files.ts'

export type Definition = {
  found: boolean
  word: string
  meanings: Meaning[]
  /** Other words that the form asked for may be an inflection of: `saw` is a word and a form of `see`. */
  inflection_of: string[]
  suggestions: string[]
  notes: string[]
}

/** Looks a word or phrase up as it is, then by other spellings, then by the base it may be a form of. */
export function defineWord(sent: string): Definition {
  const asked = normalWord(sent)
  const written = spellings(asked)
  const exact = written
    .map((lemma) => ({ lemma, entries: openWordnet().find(lemma) }))
    .find(({ entries }) => entries.length > 0)
  const bases = firstFound(written, (spelling) => basesOf(spelling, false))
  const others = bases.filter(({ lemma }) => lemma !== exact?.lemma)
  const [base, ...rest] = bases.length > 0 ? bases : firstFound(written, (spelling) => basesOf(spelling, true))

  const kind = functionWord(asked)
  const notes =
    kind === null ? [] : [`WordNet has nouns, verbs, adjectives and adverbs only, not the ${kind} "${asked}".`]
  if (exact !== undefined) return { ...answer(exact, others), notes }
  if (base !== undefined) return { ...answer(base, rest), notes }

  const guesses = [asked, ...PARTS.flatMap((part) => baseForms(asked, part))].filter((word) => word.length > 2)
  return {
    found: false,
    word: asked.replaceAll('_', ' '),
    meanings: [],
    inflection_of: [],
    suggestions: kind === null ? suggestWords(guesses) : [],
    notes,
  }
}

type Known = { lemma: string; entries: IndexEntry[] }

function firstFound(written: readonly string[], find: (spelling: string) => Known[]): Known[] {
  for (const spelling of written) {
    const found = find(spelling)
    if (found.length > 0) return found
  }
  return []
}

/** Every existing base with the part of speech whose form was asked for, most used first. */
function basesOf(asked: string, learned: boolean): Known[] {
  const found = new Map<string, IndexEntry[]>()
  for (const part of PARTS) {
    for (const base of baseForms(asked, part, learned)) {
      const entries = openWordnet()
        .find(base)
        .filter((entry) => entry.part === part)
      if (entries.length > 0) found.set(base, [...(found.get(base) ?? []), ...entries])
    }
  }
  const used = ({ entries }: Known) => entries.reduce((sum, entry) => sum + entry.taggedSenses, 0)
  return [...found].map(([lemma, entries]) => ({ lemma, entries })).toSorted((one, other) => used(other) - used(one))
}

function answer({ lemma, entries }: Known, others: Known[]): Omit<Definition, 'notes'> {
  const meanings = entries
    .toSorted((one, other) => other.taggedSenses - one.taggedSenses)
    .map((entry) => readMeaning(lemma, entry))
  return {
    found: true,
    word: meanings[0]?.word ?? lemma.replaceAll('_', ' '),
    meanings: meanings.map(({ word: _word, ...meaning }) => meaning),
    inflection_of: [...new Set(others.map((other) => other.lemma.replaceAll('_', ' ')))],
    suggestions: [],
  }
}
