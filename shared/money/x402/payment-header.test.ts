import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { attempt } from '#test/support/attempt.ts'

import { readPaymentHeader } from './payment-header.ts'

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const accepted = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0xa',
  payTo: '0xb',
  maxTimeoutSeconds: 120,
  extra: {},
}
const v2 = { x402Version: 2, accepted, payload: { a: 1 } }
const token = 'A'.repeat(24)

const refusalOf = (sent: string): Refusal => {
  try {
    readPaymentHeader('payment-signature', sent)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was read')
}

test('a v2 payload is read, with its token and its identifier', () => {
  const extensions = { farebox: { info: { token } }, 'payment-identifier': { info: { id: 'i'.repeat(16) } } }
  const resource = { url: 'https://x.example/a' }
  expect(readPaymentHeader('payment-signature', base64({ ...v2, resource, extensions }))).toMatchObject({
    version: 2,
    scheme: 'exact',
    network: 'eip155:8453',
    payload: { a: 1 },
    accepted: { amount: '10000', asset: '0xa', payTo: '0xb' },
    resourceUrl: 'https://x.example/a',
    hasToken: true,
    identifier: 'i'.repeat(16),
  })
})

test('a payment header with a v1 payload is read', () => {
  const sent = { x402Version: 1, scheme: 'exact', network: 'base', payload: {} }
  expect(readPaymentHeader('x-payment', base64(sent))).toMatchObject({
    version: 1,
    network: 'base',
    accepted: null,
    hasToken: false,
    identifier: null,
  })
})

test('the digest is of the meaning, not of the spelling, and of every member', () => {
  const digest = (value: unknown) => readPaymentHeader('payment-signature', base64(value)).digest.toString('hex')
  expect(digest(JSON.stringify(v2, null, 2))).toBe(digest(v2))
  expect(digest({ payload: { a: 1 }, accepted, x402Version: 2 })).toBe(digest(v2))
  expect(digest({ ...v2, extensions: { farebox: { info: { token } } } })).not.toBe(digest(v2))
})

describe('a payment header is malformed', () => {
  test.each<[string, string]>([
    ['no base64', '!!!'],
    ['base64url', '-_-_'],
    ['an empty text', ''],
    ['two headers in one', `${base64(v2)}, ${base64(v2)}`],
    ['base64 of a word', base64('hello')],
    ['base64 of null', base64('null')],
    ['base64 of a list', base64('[]')],
    ['an empty object', base64({})],
    ['version 3', base64({ ...v2, x402Version: 3 })],
    ['a version in text', base64({ ...v2, x402Version: '2' })],
    ['v2 without payload', base64({ x402Version: 2, accepted })],
    ['v2 without accepted', base64({ x402Version: 2, payload: {} })],
    ['an amount that is a number', base64({ ...v2, accepted: { ...accepted, amount: 10_000 } })],
    ['a network of v1 in v2', base64({ ...v2, accepted: { ...accepted, network: 'base' } })],
    ['v1 without scheme', base64({ x402Version: 1, network: 'base', payload: {} })],
    ['deep nesting', base64(`{"x402Version":2,"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`)],
    ['too long', base64({ ...v2, fill: 'x'.repeat(13_000) })],
    ['a number too large', base64(`{"x402Version":2,"accepted":${JSON.stringify(accepted)},"payload":{"n":1e999}}`)],
    [
      'half a surrogate pair',
      base64(`{"x402Version":2,"accepted":${JSON.stringify(accepted)},"payload":{"s":"\\ud800"}}`),
    ],
    [
      'an identifier too short',
      base64({ ...v2, extensions: { 'payment-identifier': { info: { id: 'i'.repeat(15) } } } }),
    ],
    [
      'an identifier too long',
      base64({ ...v2, extensions: { 'payment-identifier': { info: { id: 'i'.repeat(129) } } } }),
    ],
    ['an identifier that is no text', base64({ ...v2, extensions: { 'payment-identifier': { info: { id: 7 } } } })],
  ])('%s', (_, sent) => {
    const refusal = refusalOf(sent)
    expect(refusal.code).toBe('malformed_payment')
    expect(refusal.message).toContain('PAYMENT-SIGNATURE')
  })

  test('the wrong field is named', () => {
    const { detail } = refusalOf(base64({ ...v2, accepted: { ...accepted, amount: 1 } })).detail
    expect(detail).toMatchObject([{ loc: ['header', 'payment-signature', 'accepted', 'amount'] }])
  })
})

test('null stands for absent where clients of other languages send it', () => {
  const sent = { ...v2, accepted: { ...accepted, extra: null }, resource: null, extensions: null }
  expect(readPaymentHeader('payment-signature', base64(sent))).toMatchObject({ resourceUrl: null, hasToken: false })
})

test('whatever the payment header, it is read or refused', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.json().map(base64),
    fc
      .json()
      .map((extensions) =>
        base64(`{"x402Version":2,"accepted":${JSON.stringify(accepted)},"payload":{},"extensions":${extensions}}`),
      ),
    fc
      .dictionary(fc.constantFrom('x402Version', 'accepted', 'payload', 'extensions', '__proto__'), fc.jsonValue())
      .map(base64),
  )
  fc.assert(
    fc.property(anything, (sent) => {
      const read = attempt(() => readPaymentHeader('x-payment', sent))
      expect(read instanceof Error ? read instanceof Refusal : read.digest.length === 32).toBe(true)
    }),
    { numRuns: 500 },
  )
})
