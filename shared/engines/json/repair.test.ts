import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { extract } from './repair/extract.ts'
import { repairJson } from './repair.ts'

const codes = (text: string) => repairJson(text).repairs.map(({ code }) => code)
const reasonOf = (text: string): unknown => {
  try {
    return repairJson(text).value
  } catch (error) {
    return error instanceof Refusal ? error.detail.extra?.['reason'] : error
  }
}

describe('repairs that lose nothing', () => {
  test.each<[string, string, unknown, string[]]>([
    ['keys and single quotes', "{name: 'Jo'}", { name: 'Jo' }, ['quoted_key', 'single_quotes']],
    ['typographic quotes', '{“a”: “b”}', { a: 'b' }, ['smart_quotes', 'smart_quotes']],
    ['Python literals', '[True, None]', [true, null], ['python_literal', 'python_literal']],
    [
      'Python tuples, sets and prefixes',
      "[(1, 2), {1, 2}, u'x']",
      [[1, 2], [1, 2], 'x'],
      ['tuple_to_array', 'set_to_array', 'string_prefix', 'single_quotes'],
    ],
    ['commas too many', '[1,,2,]', [1, 2], ['extra_comma', 'trailing_comma']],
    [
      'commas and colons too few',
      '{"a" 1 "b": [2 3]}',
      { a: 1, b: [2, 3] },
      ['missing_colon', 'missing_comma', 'missing_comma'],
    ],
    ['Ruby hashes', '{:a => 1}', { a: 1 }, ['quoted_key', 'missing_colon']],
    [
      'comments of three kinds',
      '{/* x */"a": 1 // y\n, "b": 2 # z\n}',
      { a: 1, b: 2 },
      ['comment', 'comment', 'comment'],
    ],
    ['line breaks in strings', '{"a": "x\ny"}', { a: 'x\ny' }, ['escaped_control']],
    [
      'escapes JSON does not have',
      String.raw`["\d+", "it\'s", "\x41"]`,
      ['\\d+', "it's", 'A'],
      ['invalid_escape', 'invalid_escape', 'invalid_escape'],
    ],
    [
      'escaped quotes of a text in a text',
      String.raw`{\"a\": \"b\"}`,
      { a: 'b' },
      ['escaped_quotes', 'escaped_quotes'],
    ],
    ['joined strings', '["a" + "b"]', ['ab'], ['concatenated_string']],
    [
      'numbers in other notations',
      '[+1, .5, 0x1F, 1_000]',
      [1, 0.5, 31, 1000],
      ['number_format', 'number_format', 'number_format', 'number_format'],
    ],
    [
      'shell types of databases',
      '{"_id": ObjectId("ab"), "n": NumberLong(5)}',
      { _id: 'ab', n: 5 },
      ['stripped_call', 'stripped_call'],
    ],
    ['a callback around it', 'cb({"a": 1});', { a: 1 }, ['stripped_call']],
    ['other white space', '{\u00a0"a":\u30001}', { a: 1 }, ['special_whitespace', 'special_whitespace']],
    ['an apostrophe in single quotes', "['it's']", ["it's"], ['single_quotes', 'escaped_inner_quote']],
  ])('%s', (_name, text, value, expected) => {
    expect(repairJson(text)).toMatchObject({ value, wasValid: false, confidence: 1, isLossy: false })
    expect(codes(text)).toEqual(expected)
  })
})

describe('structure that is rebuilt', () => {
  test.each<[string, string, unknown]>([
    ['a stream cut in an array', '{"a":1,"b":[1,2', { a: 1, b: [1, 2] }],
    ['a stream cut in a string', '{"a": "hel', { a: 'hel' }],
    ['a stream cut in an escape', '{"a": "x\\u00', { a: 'x' }],
    ['a stream cut in a word', '{"a": fal', { a: false }],
    ['a bracket of another kind', '{"a": [1, 2}', { a: [1, 2] }],
    ['a bracket too many', '{"a": 1}}', { a: 1 }],
    ['an object closed too early', '{"a": 1}, "b": 2}', { a: 1, b: 2 }],
    ['a missing end quote before a line', '{"a": "x\n"b": 2}', { a: 'x', b: 2 }],
    ['a missing end quote before the end', '{"a": "x}', { a: 'x' }],
    ['a missing first quote', '{a": x", "b": 1}', { a: 'x', b: 1 }],
    ['quotes in a sentence', '{"a": "He said "hello", then left", "b": 1}', { a: 'He said "hello", then left', b: 1 }],
    ['quotes in markup', '{"a": "<a href="x.html">y</a>"}', { a: '<a href="x.html">y</a>' }],
    [
      'an object inside a sentence',
      '{"a": "got {"x": "y"}, not text", "b": 1}',
      { a: 'got {"x": "y"}, not text', b: 1 },
    ],
    [
      'text without quotes',
      '{a: hello world, u: https://x.test/y?z=1, d: 2026-01-31}',
      { a: 'hello world', u: 'https://x.test/y?z=1', d: '2026-01-31' },
    ],
    ['codes that are no numbers', '{zip: 00501, size: 10 kg}', { zip: '00501', size: '10 kg' }],
    ['doubled braces', '{{"a": 1}}', { a: 1 }],
  ])('%s', (_name, text, value) => {
    expect(repairJson(text)).toMatchObject({ value, wasValid: false, confidence: 0.7, isLossy: false })
  })
})

describe('repairs that lose or guess something', () => {
  test.each<[string, string, unknown, string]>([
    ['a key without value', '{"a": , "b": 1}', { a: null, b: 1 }, 'missing_value'],
    ['numbers JSON does not have', '[NaN, -Infinity]', [null, null], 'nan_to_null'],
    ['an ellipsis', '[1, 2, ...]', [1, 2], 'ellipsis'],
    ['a key that comes twice', '{a: 1, a: 2}', { a: 2 }, 'duplicate_key'],
    ['text that fits nowhere', '{"a": [1] oops, "b": 2}', { a: [1], b: 2 }, 'dropped_text'],
    ['a second value', 'First {"a": 1} then {"b": 2, "c": 3}.', { b: 2, c: 3 }, 'dropped_text'],
  ])('%s', (_name, text, value, code) => {
    expect(repairJson(text)).toMatchObject({ value, confidence: 0.4, isLossy: true })
    expect(codes(text)).toContain(code)
  })
})

describe('finding the data in a text', () => {
  test('prose around one value is left out, brackets in the prose too', () => {
    const text = 'See [1] and [the docs](https://x.test): {"a": [1, 2]} Hope this helps {:-)'
    expect(repairJson(text)).toMatchObject({ value: { a: [1, 2] }, isLossy: false })
    expect(repairJson(text).repairs[0]).toMatchObject({ code: 'extracted_from_prose', at: text.indexOf('{"a"') })
  })

  test('the longest code fence that holds data wins', () => {
    const text = 'Run `{x}`:\n```sh\ncurl {y}\n```\n```json\n{"a": 1,}\n```\nor\n```\n{"b": [1, 2, 3]}\n```'
    expect(repairJson(text)).toMatchObject({ value: { b: [1, 2, 3] }, isLossy: true })
  })

  test('a fence inside a string is text, and one that never closes still counts', () => {
    expect(repairJson('{"md": "```js\\nx\\n```", a: 1}').value).toEqual({ md: '```js\nx\n```', a: 1 })
    expect(repairJson('```json\n{"a": [1, 2').value).toEqual({ a: [1, 2] })
    expect(codes('```json\n[1]\n```')).toEqual(['stripped_fence'])
  })

  test('values on lines of their own are one array, also in logs and event streams', () => {
    expect(repairJson('{"a":1}\n{"a":2}\n')).toMatchObject({ value: [{ a: 1 }, { a: 2 }], isLossy: false })
    expect(repairJson('{"a":1},\n{"a":2},').value).toEqual([{ a: 1 }, { a: 2 }])
    expect(repairJson('data: {"a":1}\n\ndata: {"a":2}\n\ndata: [DONE]').value).toEqual([{ a: 1 }, { a: 2 }])
    expect(repairJson('2026-01-01T10:00:00Z INFO x {"a":1}\n2026-01-01T10:00:01Z INFO y {"a":2}').value).toEqual([
      { a: 1 },
      { a: 2 },
    ])
  })

  test.each([
    'hello',
    'I cannot help with that.',
    'key: value',
    '1, 2, 3',
    'if (x) { return y; }',
    ' ',
    '{:2}',
    '"a\u0001b"',
    '"\\uZZ"',
  ])('%j is no JSON', (text) => {
    expect(reasonOf(text)).toBe('not_json')
  })

  test('a lone value is read when only its quotes or spelling are off', () => {
    expect([reasonOf("'x'"), reasonOf('True'), reasonOf('"cut'), reasonOf('+.5')]).toEqual(['x', true, 'cut', 0.5])
  })
})

describe('valid JSON', () => {
  test('is left alone, in every form JSON.parse takes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(repairJson(text)).toMatchObject({
          value: JSON.parse(text),
          wasValid: true,
          repairs: [],
          confidence: 1,
          isLossy: false,
        })
      }),
    )
  })

  test('is read by the tolerant reader as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, space) => {
        const text = JSON.stringify([value], null, space)
        const { value: read, repairs } = extract(text)
        expect(read).toEqual(JSON.parse(text))
        expect(repairs).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('keeps digits that a double would change as strings, and says so', () => {
    expect(repairJson('{"id": 12345678901234567890, "n": 1.50}')).toMatchObject({
      value: { id: '12345678901234567890', n: 1.5 },
      wasValid: true,
      repairs: [{ code: 'big_number', at: 7 }],
      isLossy: false,
    })
  })

  test('notes a key that comes twice and JSON inside a string without changing them', () => {
    expect(repairJson('{"a":1,"a":2}')).toMatchObject({
      value: { a: 2 },
      repairs: [],
      notes: [{ code: 'duplicate_key', at: 7 }],
    })
    expect(repairJson('"{\\"a\\":1}"')).toMatchObject({ value: '{"a":1}', notes: [{ code: 'nested_json' }] })
  })

  test('may follow a byte order mark', () => {
    expect(repairJson('\ufeff[1]')).toMatchObject({ value: [1], wasValid: true, repairs: [{ code: 'bom', at: 0 }] })
  })

  test('keeps a property called __proto__', () => {
    expect(JSON.stringify(repairJson('{"__proto__": 1, a: 2}').value)).toBe('{"__proto__":1,"a":2}')
  })
})

describe('any text', () => {
  const noisy = fc
    .array(
      fc.constantFrom(
        ...'{}[]():,;"\'`\\/#*+-.=<>\n\t \ufeff“”’01aeEnNtfu…'.split(''),
        'null',
        'True',
        '```',
        '"a":',
        '\\u00',
        '//',
        '\ud800',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''))

  test('is repaired to JSON with offsets inside the text, or refused', () => {
    fc.assert(
      fc.property(fc.oneof(noisy, fc.string({ unit: 'binary' })), (text) => {
        const result = orRefusal(text)
        if (result === null) return
        expect(JSON.parse(JSON.stringify(result.value))).toBeDefined()
        for (const { at } of result.repairs) expect(at >= 0 && at <= text.length).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('cut anywhere keeps what stood before the cut', () => {
    const text = JSON.stringify({ id: 7, tags: ['a', 'b\n'], deep: { list: [1.5, true, null, { x: 'é' }] }, end: 'z' })
    for (let length = 1; length < text.length; length += 1) {
      const { value, wasValid } = repairJson(text.slice(0, length))
      expect(wasValid).toBe(false)
      expect(length < 8 || (value !== null && typeof value === 'object' && 'id' in value && value.id === 7)).toBe(true)
    }
  })

  test.each(['[', '{"a":', '[{', 'f(', '(1,'])('%j a hundred thousand times is refused for its depth', (part) => {
    expect(reasonOf(`[${part.repeat(100_000)}`)).toBe('too_deep')
  })

  test.each([
    '"a',
    '" ',
    '"a" ',
    '{"a",',
    "it's ",
    '```json {"a":1}\n',
    'b, ',
    '\n"',
    '\\"',
    '// \n',
    '{b} ',
    '}]',
    '1,234',
    '“',
  ])('%j thirty thousand times is answered', (part) => {
    for (const start of ['', '{"x":"', '[']) expect(() => orRefusal(start + part.repeat(30_000))).not.toThrow()
  })
})

function orRefusal(text: string) {
  try {
    return repairJson(text)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
