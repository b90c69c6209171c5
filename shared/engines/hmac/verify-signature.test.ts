import { createHmac } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { SCHEMES } from './signature-scheme.ts'
import { type SignatureInput, verifySignature } from './verify-signature.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const STAMP = String(NOW / 1_000)

const verify = (more: Partial<SignatureInput>) =>
  verifySignature({
    payload: 'Hello, World!',
    secret: "It's a Secret to Everybody",
    scheme: 'auto',
    algorithm: 'sha256',
    toleranceS: 300,
    now: NOW,
    ...more,
  })

/** The example that GitHub publishes for its webhooks. */
const GITHUB = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

describe('the signature of a webhook', () => {
  test('is valid where GitHub says that it is', () => {
    expect(verify({ signature: GITHUB })).toMatchObject({ decision: 'allow', valid: true, scheme: 'github' })
  })

  test.each([
    ['another body', { payload: 'Hello, World?' }],
    ['another secret', { secret: 'another secret' }],
    ['one digit changed', { signature: GITHUB.replace(/7$/, '8') }],
    ['its half', { signature: GITHUB.slice(0, 39) }],
    ['no digest', { signature: 'sha256=' }],
    ['the digest without its name', { signature: GITHUB.slice(7), scheme: 'github' }],
  ] as const)('is blocked with %s, and the right one is not told', (_, more) => {
    const verdict = verify({ signature: GITHUB, ...more })
    expect(verdict).toMatchObject({ decision: 'block', valid: false, expected: null })
    expect(JSON.stringify(verdict)).not.toContain(GITHUB.slice(7))
  })

  test('is valid in a list with that of a former secret, and only by the strongest algorithm that the list names', () => {
    const hex = (by: string, key = "It's a Secret to Everybody") =>
      createHmac(by, key).update('Hello, World!').digest('hex')
    const decided = (signature: string) => verify({ signature }).decision
    expect(decided(`sha256=${hex('sha256', 'former')},${GITHUB}`)).toBe('allow')
    expect(decided(`${hex('sha256', 'former')}, ${hex('sha256')}`)).toBe('allow')
    expect(decided(`${GITHUB},sha1=${hex('sha1', 'former')}`)).toBe('allow')
    expect(decided(`sha256=${hex('sha256', 'former')},sha1=${hex('sha1')}`)).toBe('block')
    expect(decided(`sha256=${hex('sha256', 'former')},${hex('sha256', 'older')}`)).toBe('block')
  })

  test('of a scheme with a time is blocked when it is old, from the future, or has no time', () => {
    const mac = (stamp: string) => createHmac('sha256', 'k').update(`${stamp}.{}`).digest('hex')
    const stripe = (stamp: string) =>
      verify({ payload: '{}', secret: 'k', signature: `t=${stamp},v1=${mac(stamp)}` }).decision
    expect(stripe(STAMP)).toBe('allow')
    expect(stripe(String(NOW / 1_000 - 301))).toBe('block')
    expect(stripe(String(NOW / 1_000 + 301))).toBe('block')
    const untimed = verify({ payload: '{}', secret: 'k', scheme: 'stripe', signature: `v1=${mac(STAMP)}` })
    expect(untimed).toMatchObject({ decision: 'block', diagnosis: ['timestamp_missing'] })
  })

  test('by a secret that holds no bytes is blocked, as anybody could have made it', () => {
    const forged = createHmac('sha256', '').update(`m.${STAMP}.{}`).digest('base64')
    const verdict = verify({
      payload: '{}',
      secret: 'whsec_!',
      scheme: 'standard-webhooks',
      signature: `v1,${forged}`,
      timestamp: STAMP,
      messageId: 'm',
    })
    expect(verdict).toMatchObject({ decision: 'block', valid: false, diagnosis: ['secret_empty'] })
  })

  test('that is computed is the one that is taken, in every scheme', () => {
    const scheme = fc.constantFrom(...SCHEMES)
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary' }), fc.base64String({ minLength: 8 }), (one, payload, secret) => {
        const about = { scheme: one, payload, secret, timestamp: STAMP, messageId: 'm' }
        const { expected } = verify(about)
        expect(verify({ ...about, signature: expected ?? '' }).decision).toBe('allow')
        expect(verify({ ...about, signature: expected ?? '', payload: `${payload}x` }).decision).toBe('block')
      }),
    )
  })

  test('that is any text is judged and never valid', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.stringMatching(/^(?:t=\d{10},)?v[01][=,]/),
    )
    fc.assert(
      fc.property(text, fc.constantFrom('auto' as const, ...SCHEMES), (signature, scheme) => {
        expect(verify({ signature, scheme })).toMatchObject({ decision: 'block', valid: false, expected: null })
      }),
    )
  })
})
