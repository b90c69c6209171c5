import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readDocument, valueOf } from './read-document.ts'
import { readHeaders } from './read-headers.ts'
import { versionOf } from './version.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('a document of a payment', () => {
  test('is read alike as an object, as JSON and as a header value', () => {
    const value = { x402Version: 2, text: 'ü?>~' }
    expect(readDocument(value)).toEqual({ value, encoding: 'object' })
    expect(readDocument(JSON.stringify(value))).toEqual({ value, encoding: 'json' })
    expect(valueOf(readDocument(base64(value)))).toEqual(value)
    expect(valueOf(readDocument(Buffer.from(JSON.stringify(value)).toString('base64url')))).toEqual(value)
  })

  test.each([
    ['no JSON', 'payment'],
    ['base64 of no JSON', Buffer.from('payment').toString('base64')],
    ['nothing', ''],
  ])('that is %s is told so', (_, text) => expect(readDocument(text)).toEqual({ problem: 'not_json' }))

  test('that nests over a hundred levels is refused, as an object, as JSON and as base64', () => {
    const text = '['.repeat(101) + ']'.repeat(101)
    for (const sent of [text, Buffer.from(text).toString('base64'), JSON.parse(text)])
      expect(readDocument(sent)).toEqual({ problem: 'too_deep' })
  })

  test('of any text or value is read or refused', () => {
    const sent = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.json(), fc.jsonValue())
    fc.assert(
      fc.property(sent, (any) => {
        const read = readDocument(any)
        expect('value' in read || ['not_json', 'too_deep'].includes(read.problem)).toBe(true)
      }),
    )
  })

  test.each([
    [{ x402Version: 1 }, 1],
    [{ x402Version: '2' }, 2],
    [{ x402Version: 3, accepts: [{ amount: '1' }] }, null],
    [{ accepts: [{ maxAmountRequired: '1' }] }, 1],
    [{ accepted: {} }, 2],
    [{ amount: '1' }, 2],
    [{}, null],
    [[], null],
  ])('%j is of version %j', (document, version) => expect(versionOf(document)).toBe(version))
})

describe('the headers of a payment', () => {
  test('keep the first value of a name in any case, and name what was repeated', () => {
    const { values, repeated } = readHeaders({
      'X-Payment': ' a ',
      'x-payment': 'b',
      Age: 5,
      Vary: ['c', 'd'],
      Bad: {},
    })
    expect(Object.fromEntries(values)).toEqual({ 'x-payment': 'a', age: '5', vary: 'c' })
    expect(repeated).toEqual(['x-payment', 'vary'])
  })

  test('of any values are read', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (sent) => {
        expect([...readHeaders(sent).values.values()].every((value) => typeof value === 'string')).toBe(true)
      }),
    )
  })
})
