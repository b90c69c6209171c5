import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { attempt } from '#test/support/attempt.ts'

import { parseJsonBody, readJsonBody } from './json-body.ts'
import { MAX_ROUTE_VALUES } from './json-size.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a JSON object comes back whole, with its own text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(
        !text.includes('__proto__') && !text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text),
      )
      const body = parseJsonBody(bytes(text))
      expect(body.value).toEqual(JSON.parse(text))
      expect(body).toMatchObject({ text, bytes: bytes(text).length })
    }),
  )
})

test('any bytes are parsed or refused, never a crash', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes), fc.string().map(bytes)), (raw) => {
      const read = attempt(() => parseJsonBody(raw).value)
      expect(read instanceof Refusal || (typeof read === 'object' && !(read instanceof Error))).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['{"text":', ['body', 8], 'not valid JSON'],
  ['', ['body', 0], 'not valid JSON'],
  ['{"text":"a"} x', ['body', 13], 'not valid JSON'],
  ['{text:1}', ['body', 1], 'not valid JSON'],
  ['text=hello', ['body'], 'not valid JSON'],
  ['\uFEFF{"text":"a"}', ['body'], 'it begins with a byte order mark'],
])('what is no JSON is refused with its place where that is known: %j', (text, loc, error) => {
  const refusal = attempt(() => parseJsonBody(bytes(text)))
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'invalid_json', detail: { detail: [{ loc, ctx: { error } }] } })
})

test.each([
  ['100,001 values', `{"a":[${'1,'.repeat(99_999)}1]}`],
  ['values without end, that are no JSON either', '[{"a":'.repeat(200_000)],
])('a JSON body is refused for %s', (_, text) => {
  const code = 'validation_error'
  const refused = () => parseJsonBody(bytes(text))
  expect(refused).toThrow(
    expect.objectContaining({
      code,
      detail: { detail: [{ type: 'too_many_values', loc: ['body'], msg: 'JSON should hold at most 100000 values' }] },
    }),
  )
})

test('as many values as may be are taken, empty ones too', () => {
  expect(Object.keys(parseJsonBody(bytes(`{"a":[${'[],'.repeat(99_998)}[]]}`)).value)).toEqual(['a'])
})

test('outside of outcome calls a body of more values than a route takes is refused before it is parsed', async () => {
  const read = (text: string) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
    // Safe: a body is read from a stream with these headers.
    return readJsonBody(Object.assign(Readable.from([bytes(text)]), { headers }) as unknown as IncomingMessage, 65_536)
  }
  const ofValues = (count: number) => `{"a":[${Array.from({ length: count }, () => '1').join(',')}`
  expect((await read(`${ofValues(MAX_ROUTE_VALUES - 2)}]}`)).value).toHaveProperty('a')
  // It ends too early, which only a parser sees.
  await expect(read(ofValues(MAX_ROUTE_VALUES + 1))).rejects.toMatchObject({
    code: 'validation_error',
    detail: { detail: [{ type: 'too_many_values' }] },
  })
})
