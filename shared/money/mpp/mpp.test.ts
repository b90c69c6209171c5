import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BASE, BASE_USDC, SOLANA } from '#shared/chains/networks.ts'
import { Refusal } from '#shared/errors.ts'

import { acceptsFor } from '../accepts.ts'
import { isOurs, mppChallenges, mppKeyOf, mppRequest, tokenOf } from './challenge.ts'
import { challengeProblem } from './challenge-problem.ts'
import { readMppCredential } from './credential.ts'

const KEY = mppKeyOf(Buffer.from('a-secret-for-tests-of-32-bytes-xx'))
const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CONFIG = {
  BASE_PAY_TO: PAY_TO,
  SOLANA_PAY_TO: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  SOLANA_FEE_PAYER: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  SETTLEMENT_URL: 'http://127.0.0.1:1',
  FACILITATOR_URL: undefined,
}
const accepts = acceptsFor(CONFIG, 10_000n, true)
const [base, solana] = accepts

/** What mppx 0.11.0 makes of these terms under this secret, and the nonce it signs. */
const VECTOR = {
  id: 'ttq8MSdZpQGwoVrdbkNObcBftQw3Mw7Sj6yTb1ZBh-s',
  realm: 'farebox.example',
  method: 'evm',
  intent: 'charge',
  request:
    'eyJhbW91bnQiOiIxMDAwMCIsImN1cnJlbmN5IjoiMHg4MzM1ODlmQ0Q2ZURiNkUwOGY0YzdDMzJENGY3MWI1NGJkQTAyOTEzIiwibWV0aG9kRGV0YWlscyI6eyJjaGFpbklkIjo4NDUzLCJjcmVkZW50aWFsVHlwZXMiOlsiYXV0aG9yaXphdGlvbiJdLCJkZWNpbWFscyI6Nn0sInJlY2lwaWVudCI6IjB4NzA5OTc5NzBDNTE4MTJkYzNBMDEwQzdkMDFiNTBlMGQxN2RjNzlDOCJ9',
  expires: '2026-11-23T16:00:00.000Z',
  opaque: 'eyJ0IjoiQUFBQUFBQUFBQUFBQUFBQSJ9',
} as const
const NONCE = '0x9247d592c174868caebe75df99a352ff462a38770bb0a7299d54d40fe55aa147'
const BEFORE = Date.parse(VECTOR.expires) - 1

const paid = (nonce: string, memos: string[] = []) => ({
  // Safe: acceptsFor returns Base first for an impulse slug.
  requirement: base as (typeof accepts)[number],
  memos,
  forward: {
    x402Version: 2 as const,
    resource: { url: 'https://farebox.example/a' },
    accepted: base as (typeof accepts)[number],
    payload: { authorization: { nonce } },
  },
})

describe('a challenge', () => {
  test('is word for word what mppx makes of the same terms', () => {
    expect(base?.asset).toBe(BASE_USDC)
    expect(mppRequest(paid(NONCE).requirement, 'AAAAAAAAAAAAAAAA')).toBe(VECTOR.request)
    expect(isOurs(KEY, VECTOR)).toBe(true)
    expect(challengeProblem(KEY, VECTOR, paid(NONCE), BEFORE)).toBeNull()
  })

  test.each([
    ['of somebody else', { ...VECTOR, id: VECTOR.id.replace('t', 'u') }, NONCE, BEFORE, 'mpp_challenge_not_ours'],
    ['with another expiry', { ...VECTOR, expires: '2027-01-01T00:00:00Z' }, NONCE, BEFORE, 'mpp_challenge_not_ours'],
    ['with a digest it did not have', { ...VECTOR, digest: 'sha-256=:x:' }, NONCE, BEFORE, 'mpp_challenge_not_ours'],
    ['that has expired', VECTOR, NONCE, BEFORE + 1, 'mpp_challenge_expired'],
    ['whose hash is not the nonce', VECTOR, `0x${'0'.repeat(64)}`, BEFORE, 'mpp_not_bound_to_challenge'],
  ])('%s does not hold', (_, challenge, nonce, now, reason) => {
    expect(challengeProblem(KEY, challenge, paid(nonce), now)).toMatchObject({ reason })
  })

  test('for another price does not hold', () => {
    const dearer = { ...paid(NONCE), requirement: { ...paid(NONCE).requirement, amount: '20000' } }
    expect(challengeProblem(KEY, VECTOR, dearer, BEFORE)).toMatchObject({ reason: 'mpp_challenge_other_terms' })
  })

  test('is made for each way to pay, each time another one, in a header of less than 1,400 bytes', () => {
    const make = mppChallenges(KEY, 'farebox.example.com', accepts)
    const [one, other] = [make(BEFORE), make(BEFORE)]
    expect(one).not.toBe(other)
    expect(Buffer.byteLength(`WWW-Authenticate: ${one}\r\n`)).toBeLessThan(1_400)
    const made = one
      .split(/, (?=Payment )/)
      .map((text) =>
        Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])),
      )
    expect(made.map(({ method }) => method)).toEqual(['evm', 'solana'])
    for (const challenge of made) {
      // Safe: the parameters of a challenge of ours.
      const typed = challenge as unknown as typeof VECTOR
      expect(isOurs(KEY, typed)).toBe(true)
      expect(tokenOf(typed)).toMatch(/^[\w-]{16}$/)
    }
    expect(solana?.network).toBe(SOLANA)
  })
})

describe('a credential', () => {
  const credential = (value: unknown) => `Payment ${Buffer.from(JSON.stringify(value)).toString('base64url')}`
  const authorization = {
    type: 'authorization',
    from: PAY_TO,
    to: PAY_TO,
    value: '10000',
    validAfter: '0',
    validBefore: '1',
    nonce: NONCE,
    signature: '0x11',
  }

  test('is read as the payment that x402 would carry, and its whole text counts', () => {
    const read = readMppCredential(credential({ challenge: VECTOR, payload: authorization }))
    const { type: _, signature, ...own } = authorization
    expect(read).toMatchObject({
      version: 2,
      network: BASE,
      payload: { authorization: own, signature },
      hasToken: true,
      mpp: VECTOR,
    })
    const other = readMppCredential(credential({ challenge: VECTOR, payload: authorization, source: 'did:x' }))
    expect(other.digest).not.toEqual(read.digest)
  })

  test.each([
    ['no scheme', 'abc'],
    ['no credential', 'Payment'],
    ['two schemes', 'Payment abc, Bearer def'],
    ['no base64url', 'Payment a+/b'],
    ['no JSON', `Payment ${Buffer.from('abc').toString('base64url')}`],
    ['another method', credential({ challenge: { ...VECTOR, method: 'tempo' }, payload: authorization })],
    ['another intent', credential({ challenge: { ...VECTOR, intent: 'session' }, payload: authorization })],
    [
      'a payment that was sent',
      credential({ challenge: { ...VECTOR, method: 'solana' }, payload: { type: 'signature' } }),
    ],
  ])('with %s is malformed', (_, text) => {
    expect(() => readMppCredential(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_payment',
        detail: expect.objectContaining({
          extra: expect.objectContaining({ type: 'https://paymentauth.org/problems/malformed-credential' }),
        }),
      }),
    )
  })

  test('of any content is a payment or a refusal', () => {
    const value = fc.oneof(
      fc.string().map((text) => `Payment ${text}`),
      fc.jsonValue().map((json) => credential(json)),
      fc.record({ challenge: fc.jsonValue(), payload: fc.jsonValue() }).map((json) => credential(json)),
      fc
        .dictionary(fc.string(), fc.jsonValue())
        .map((more) => credential({ challenge: { ...VECTOR, ...more }, payload: { ...authorization, ...more } })),
    )
    fc.assert(
      fc.property(value, (text) => {
        try {
          return readMppCredential(text).mpp !== null
        } catch (error) {
          return error instanceof Refusal && error.code === 'invalid_payment'
        }
      }),
    )
  })
})
