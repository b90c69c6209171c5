import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { readForm } from './form-body.ts'

const LIMIT = 262_144

/** A request with this form as its body. */
function requestOf(text: string | Uint8Array): IncomingMessage {
  const body = Buffer.from(text)
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  }
  // Safe: what a form reader looks at of a request.
  return Object.assign(Readable.from([body], { objectMode: false }), { headers }) as unknown as IncomingMessage
}
const fieldsOf = async (text: string | Uint8Array) => ({ ...(await readForm(requestOf(text), LIMIT)) })
const refusalOf = async (text: string | Uint8Array) => {
  try {
    await fieldsOf(text)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const pairs = (count: number) => Array.from({ length: count }, (_, nth) => `f${nth}=${nth}`).join('&')

describe('a form', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['username=ann&password=a+b%26c', { username: 'ann', password: 'a b&c' }],
    ['password=p%C3%A4ss', { password: 'päss' }],
    ['password=100%', { password: '100%' }],
    ['a', { a: '' }],
    ['__proto_=1&constructor=2', { __proto_: '1', constructor: '2' }],
    ['a[b]=1&c[]=2&d.e=3&f[g][h]=', { 'a[b]': '1', 'c[]': '2', 'd.e': '3', 'f[g][h]': '' }],
    ['password=x]=y]=z&a]=b', { password: 'x]=y]=z', 'a]': 'b' }],
    ['a=1&&b=2&', { a: '1', b: '2' }],
    ['a=\u{1F600}&b=%u0041&c=\uFEFF', { a: '\u{1F600}', b: '%u0041', c: '\uFEFF' }],
    [pairs(4_000), Object.fromEntries(new URLSearchParams(pairs(4_000)))],
  ])('%j is read', async (text, fields) => {
    expect(await fieldsOf(text)).toEqual(fields)
  })

  test.each<[string, string | Uint8Array, string]>([
    ['a field twice', 'username=a&username=b', 'validation_error'],
    ['NUL', 'a=%00', 'validation_error'],
    ['__proto__', '__proto__=1', 'validation_error'],
    ['percent-encoded bytes that are no UTF-8', 'a=%ff', 'bad_request'],
    ['bytes that are no UTF-8', Uint8Array.from([0x61, 0x3d, 0xff]), 'bad_request'],
    ['one field too many', pairs(4_001), 'validation_error'],
    ['a body over the limit', 'a'.repeat(LIMIT + 1), 'payload_too_large'],
  ])('%s is refused', async (_, text, code) => {
    expect(await refusalOf(text)).toBe(code)
  })

  test('any bytes are read or refused', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => void (await refusalOf(bytes))))
  })

  test('what URLSearchParams writes is read as it was, or refused for a character no route takes', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.dictionary(texts, fc.string({ unit: 'grapheme' })), async (fields) => {
        const text = new URLSearchParams(fields).toString()
        const isTaken = !/%00|__proto__=/.test(text)
        const read = await fieldsOf(text).catch(() => null)
        expect(read).toEqual(isTaken ? { ...fields } : null)
      }),
    )
  })

  test('a refused form is not part of the error, since it may hold a password', async () => {
    const refused = readForm(requestOf('password=secret&a=%ff'), LIMIT)
    await expect(refused).rejects.not.toHaveProperty('body')
  })
})
