import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { plainText } from '#shared/lib/seen-text.ts'

import { detectLanguage } from './detect-language.ts'
import { faithfulness } from './faithfulness.ts'
import { nearestLabel } from '#shared/outcomes/compute-text/classify-text/nearest-label.ts'
import { QuoteFinder } from './quote-finder.ts'
import { rougeL } from './rouge.ts'
import { splitSentences } from './split-sentences.ts'
import { summarize } from './summarize.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        'The cat sat. ',
        'Dr. No met 12 people! ',
        '狗在这里。',
        '\n\n',
        '- a list\n',
        'e.g. this ',
        '"Yes?" ',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
)

describe('sentences', () => {
  test.each([
    ['Dr. Smith paid $3.50 to J. Doe. He left.', ['Dr. Smith paid $3.50 to J. Doe.', 'He left.']],
    ['It works, e.g. here. "Really?" he said. Yes!', ['It works, e.g. here.', '"Really?"', 'he said.', 'Yes!']],
    ['第一句。第二句！', ['第一句。', '第二句！']],
    ['A heading\n\nA text', ['A heading', 'A text']],
    ['Wait... what? No', ['Wait... what?', 'No']],
  ])('of %j', (text, sentences) => {
    expect(splitSentences(text).map((one) => one.text)).toEqual(sentences)
  })

  test('of any text stand where they say, in order, and leave nothing out but white space', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let at = 0
        for (const { text: own, start, end } of splitSentences(text)) {
          expect(text.slice(start, end)).toBe(own)
          expect(text.slice(at, start).trim()).toBe('')
          at = end
        }
        expect(text.slice(at).trim()).toBe('')
      }),
    )
  })
})

describe('an extract', () => {
  test('of any text is made of its sentences, in order, within the length or a single sentence', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 20, max: 60 }), (text, maxWords) => {
        const { points, summary } = summarize({ text, maxWords, style: 'paragraph' })
        for (const { text: own, start, end } of points) expect(text.slice(start, end)).toBe(own)
        expect(summary.replaceAll(/\s/g, '').length).toBeLessThanOrEqual(text.length)
        expect(summarize({ text, maxWords, style: 'paragraph' })).toEqual(
          summarize({ text, maxWords, style: 'paragraph' }),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('of 200,000 characters is made, also of one word repeated', () => {
    const varied = Array.from(
      { length: 3_000 },
      (_, at) => `Sentence ${at} tells of subject ${at % 97} and place ${at % 53}.`,
    ).join(' ')
    expect(
      summarize({ text: varied.slice(0, 200_000), maxWords: 120, style: 'paragraph' }).points.length,
    ).toBeGreaterThan(3)
    expect(summarize({ text: 'word '.repeat(40_000), maxWords: 120, style: 'paragraph' }).summary).not.toBe('')
  })
})

describe('a quote', () => {
  const text = 'He said:  “It’s done —\nfinally”. ЁЛКА 𝒳 stands.'
  const finder = new QuoteFinder(text)

  test.each([
    ["it's done - finally", 'It’s done —\nfinally'],
    ['"It\'s done', '“It’s done'],
    ['ёлка 𝒳', 'ЁЛКА 𝒳'],
    ['stands.', 'stands.'],
  ])('%j is found', (quote, there) => {
    const place = finder.find(quote)
    expect(place === null ? null : finder.at(place)).toBe(there)
  })

  test('is found around what nobody sees, which a model was not shown', () => {
    const hidden = new QuoteFinder('The end\u{e0101}\u00ad of\u200b it\u{e0041}.')
    const place = hidden.find('end of it')
    expect(place === null ? null : hidden.at(place)).toBe('end\u{e0101}\u00ad of\u200b it')
  })

  test.each(['', '   ', 'it is done', 'He says'])('%j is not', (quote) => expect(finder.find(quote)).toBeNull())

  test('that is cut out of any text is found in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.nat(100), fc.nat(40), (whole, from, length) => {
        const quote = whole.slice(from, from + length)
        const place = new QuoteFinder(whole).find(quote)
        fc.pre(quote.isWellFormed())
        expect(place === null).toBe(plainText(quote) === '')
      }),
    )
  })
})

describe('faithfulness', () => {
  test('knows numbers as people write them, and names', () => {
    const source = 'Twelve people of Acme Corp paid 1,200 euros, says Ann Lee. It was 3.5 percent.'
    expect(faithfulness('12 people paid 1200 euros to Acme, 3.5 percent. Ann Lee said so.', source)).toEqual({
      unsupportedNumbers: [],
      unsupportedNames: [],
      supportedPct: 100,
    })
    expect(faithfulness('Bob Stone paid 42 euros in Berlin.', source)).toMatchObject({
      unsupportedNumbers: ['42'],
      unsupportedNames: ['Stone', 'Berlin'],
      supportedPct: 0,
    })
  })

  test('of any two texts is told', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const { supportedPct } = faithfulness(one, other)
        expect(supportedPct >= 0 && supportedPct <= 100).toBe(true)
      }),
    )
  })

  test.each(['が\u{a78d}一', '\u{1eef0}I\u0307\u1a80', "tip-Top x'Yz", 'Ab1 Cd'])(
    '%j is faithful to itself',
    (text) => {
      expect(faithfulness(text, text)).toMatchObject({ unsupportedNumbers: [], unsupportedNames: [] })
    },
  )

  test('a text is faithful to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(faithfulness(text, text)).toMatchObject({ unsupportedNumbers: [], unsupportedNames: [] })
      }),
    )
  })
})

test('ROUGE-L is 1 for equals, 0 for strangers, and the same both ways', () => {
  expect(rougeL('the cat sat on the mat', 'the cat sat on the mat')).toBe(1)
  expect(rougeL('cats purr', 'dogs bark')).toBe(0)
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(rougeL(one, other)).toBeCloseTo(rougeL(other, one), 9)
    }),
  )
})

test('labels have scores from 0 to 1 for any text', () => {
  const labels = [
    { name: 'pets', description: 'cats and dogs' },
    { name: 'people', examples: ['people met'] },
  ]
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, multi) => {
      const scores = nearestLabel(text, labels, multi)
      expect(scores.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
      expect(scores.map(({ name }) => name).toSorted()).toEqual(['people', 'pets'])
    }),
  )
})

test.each([
  ['The committee will meet again in the spring to discuss the budget.', 'en'],
  ['Der Ausschuss trifft sich im Frühjahr wieder, um über den Haushalt zu sprechen.', 'de'],
  ['委员会将在春天再次开会讨论预算问题，并且公布结果。', 'zh'],
  ['12345', 'und'],
])('the language of %j is %s', (text, tag) => {
  expect(detectLanguage(text)).toBe(tag)
})
