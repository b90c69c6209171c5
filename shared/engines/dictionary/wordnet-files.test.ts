import { expect, test } from 'vitest'

import { editDistance } from '#shared/lib/names/edit-distance.ts'
import { readSynset } from '#shared/outcomes/data/dictionary-define/read-synset.ts'
import { openWordnet, PARTS } from './wordnet-files.ts'

test('finds every lemma of an index, the first and the last too, and nothing between them', () => {
  const { indexes, find } = openWordnet()
  for (const part of PARTS) {
    const lemmas = indexes[part]
      .toString('latin1')
      .split('\n')
      .filter((line) => /^\S/.test(line))
      .map((line) => line.slice(0, line.indexOf(' ')))
    const some = lemmas.filter((_lemma, index) => index % 499 === 0)
    for (const lemma of [...some, lemmas.at(-1) ?? '']) {
      expect(find(lemma).map((entry) => entry.part)).toContain(part)
      expect(find(`${lemma}~`)).toEqual([])
    }
  }
  for (const absent of ['', ' ', '!', 'zzzz', 'This', '1 This software']) expect(find(absent)).toEqual([])
})

test('every sense that an index names is a synset with that word in it', () => {
  const { find, synset } = openWordnet()
  for (const lemma of ['break', 'run', 'ledger', 'galore', 'ice_cream', 'unitedly', 'entity']) {
    for (const { part, offsets } of find(lemma)) {
      for (const offset of offsets) {
        expect(readSynset(synset(part, offset)).words.map((word) => word.toLowerCase())).toContain(
          lemma.replaceAll('_', ' '),
        )
      }
    }
  }
})

test('reads words, opposites, definition and examples of a synset line', () => {
  const line =
    '00000001 00 a 02 big(a) 0 very_large 0 002 ! 00000002 a 0101 & 00000003 a 0000 | of great size ("huge" is more); "a big house"; "big as life"--Old Saying  '
  expect(readSynset(line)).toEqual({
    words: ['big', 'very large'],
    antonyms: [{ word: 1, offset: 2, target: 1 }],
    definition: 'of great size ("huge" is more)',
    examples: ['a big house', 'big as life - Old Saying'],
  })
})

test.each([
  ['receive', 'recieve', 1],
  ['abc', 'abc', 0],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
  ['a', 'abcdef', 5],
])('the words %s and %s are %i edits apart', (one, other, distance) => {
  expect(editDistance(one, other, 9)).toBe(distance)
  expect(editDistance(other, one, 9)).toBe(distance)
  expect(editDistance(one, other, 1)).toBe(Math.min(distance, 2))
})
