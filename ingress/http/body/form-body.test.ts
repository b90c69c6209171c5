import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { parseForm } from './form-body.ts'

const fieldsOf = (text: string | Uint8Array) => ({
  ...parseForm(typeof text === 'string' ? Buffer.from(text) : text).value,
})
const refusalOf = (text: string | Uint8Array) => {
  try {
    fieldsOf(text)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('a form', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['username=ann&password=a+b%26c', { username: 'ann', password: 'a b&c' }],
    ['password=p%C3%A4ss', { password: 'päss' }],
    ['password=100%', { password: '100%' }],
    ['a', { a: '' }],
    ['__proto_=1&constructor=2', { __proto_: '1', constructor: '2' }],
  ])('%j is read', (text, fields) => {
    expect(fieldsOf(text)).toEqual(fields)
  })

  test.each<[string, string | Uint8Array, string]>([
    ['a field twice', 'username=a&username=b', 'validation_error'],
    ['NUL', 'a=%00', 'validation_error'],
    ['__proto__', '__proto__=1', 'validation_error'],
    ['percent-encoded bytes that are no UTF-8', 'a=%ff', 'bad_request'],
    ['bytes that are no UTF-8', Uint8Array.from([0x61, 0x3d, 0xff]), 'bad_request'],
  ])('%s is refused', (_, text, code) => {
    expect(refusalOf(text)).toBe(code)
  })

  test('any bytes are read or refused', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void refusalOf(bytes)))
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
        (fields) => {
          const text = new URLSearchParams(fields).toString()
          fc.pre(refusalOf(text) === null)
          expect(fieldsOf(text)).toEqual({ ...fields })
        },
      ),
    )
  })
})
