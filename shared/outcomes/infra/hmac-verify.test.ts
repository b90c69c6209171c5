import { createHmac } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { hmacVerify } from './hmac-verify.ts'

const run = (input: unknown) => hmacVerify.run(input, fakeContext())
const sign = (key: string | Buffer, text: string, algorithm = 'sha256') => createHmac(algorithm, key).update(text)

describe('hmac-verify: a right signature', () => {
  test("of GitHub's own documentation is valid", async () => {
    expect(await run(hmacVerify.example.input)).toMatchObject({ valid: true, scheme: 'github', decision: 'allow' })
  })

  const stripe = {
    payload: '{"id":"evt_1"}',
    secret: 'whsec_test_secret',
    signature: 't=1700000000,v1=248a374f50f943a28b0f6ab50faf9a7e7e29b710fa26df9fb1618b9bf8ea9c9a',
  }

  test('of Stripe is valid within its tolerance, and not afterwards', async () => {
    expect(await run({ ...stripe, now: '2023-11-14T22:13:50Z' })).toMatchObject({
      valid: true,
      scheme: 'stripe',
      timestamp: { value: '1700000000', age_s: 30, within_tolerance: true },
    })
    expect(await run({ ...stripe, now: '2023-11-15T00:00:00Z' })).toMatchObject({
      valid: false,
      decision: 'block',
      timestamp: { within_tolerance: false },
      diagnosis: ['outside_tolerance'],
    })
    expect(await run({ ...stripe, now: '2023-11-15T00:00:00Z', tolerance_seconds: 0 })).toMatchObject({ valid: true })
  })

  test('among several of a rotated secret is found', async () => {
    const other = 'f'.repeat(64)
    const signature = stripe.signature.replace('v1=', `v1=${other},v1=`)
    expect(await run({ ...stripe, signature, now: '2023-11-14T22:13:50Z' })).toMatchObject({ valid: true })
  })

  test('of Slack is valid with the timestamp of its header', async () => {
    const signature = `v0=${sign('slack-secret', 'v0:1700000000:token=x').digest('hex')}`
    const input = { payload: 'token=x', secret: 'slack-secret', signature, timestamp: '1700000000' }
    expect(await run({ ...input, now: '2023-11-14T22:14:00Z' })).toMatchObject({ valid: true, scheme: 'slack' })
  })

  test('of Standard Webhooks is valid with its decoded secret', async () => {
    const key = Buffer.from('0123456789abcdef0123456789abcdef')
    const signature = `v1,${sign(key, 'msg_1.1700000000.{}').digest('base64')}`
    expect(
      await run({
        payload: '{}',
        secret: `whsec_${key.toString('base64')}`,
        signature,
        message_id: 'msg_1',
        timestamp: '1700000000',
        now: '2023-11-14T22:14:00Z',
      }),
    ).toMatchObject({ valid: true, scheme: 'standard-webhooks' })
  })

  test('of Shopify is base64', async () => {
    const signature = sign('s', 'body').digest('base64')
    expect(await run({ payload: 'body', secret: 's', signature, scheme: 'shopify' })).toMatchObject({ valid: true })
  })

  test('may be a bare digest in hex or base64, of any algorithm', async () => {
    const hex = sign('s', 'body', 'sha512').digest('hex')
    expect(await run({ payload: 'body', secret: 's', signature: hex, algorithm: 'sha512' })).toMatchObject({
      valid: true,
    })
    const base64 = sign('s', 'body').digest('base64')
    expect(await run({ payload: 'body', secret: 's', signature: base64 })).toMatchObject({ valid: true, scheme: 'raw' })
  })
})

describe('hmac-verify: which encoding of the secret the sender used is told by its name', () => {
  test.each([
    ['hex', '00ff10'],
    ['hex', 'deadbeef'],
    ['hex', 'DEADBEEF00'],
    ['hex', '0123456789abcdef0123456789abcdef'],
    ['hex', 'a0'.repeat(32)],
    ['base64', 'AP8QIA=='],
    ['base64', '3q2+7w=='],
    ['base64', Buffer.from('another secret of some length').toString('base64')],
    ['base64', Buffer.alloc(32, 7).toString('base64')],
    ['base64', 'q83vASM='],
  ] as const)('%s: %s', async (encoding, secret) => {
    const signature = sign(Buffer.from(secret, encoding), 'x').digest('hex')
    const answer = Object(await run({ payload: 'x', secret, signature }))
    expect(answer).toMatchObject({ valid: false, diagnosis: expect.arrayContaining([`${encoding}_secret`]) })
    expect(answer.diagnosis).not.toContain(encoding === 'hex' ? 'base64_secret' : 'hex_secret')
  })
})

describe('hmac-verify: a mismatch is explained and stays a mismatch', () => {
  const secret = 'a secret'
  const cases: [string, Record<string, unknown>][] = [
    ['trailing_newline', { payload: 'body\n', signature: sign(secret, 'body').digest('hex') }],
    ['crlf_vs_lf', { payload: 'a\nb', signature: sign(secret, 'a\r\nb').digest('hex') }],
    ['json_reserialised', { payload: '{ "a": 1 }', signature: sign(secret, '{"a":1}').digest('hex') }],
    [
      'json_reserialised',
      { payload: '{"a":1,"b":[2,3]}', signature: sign(secret, '{"a": 1, "b": [2, 3]}').digest('hex') },
    ],
    ['json_reserialised', { payload: '{"a":"é"}', signature: sign(secret, '{"a":"\\u00e9"}').digest('hex') }],
    ['secret_whitespace', { payload: 'x', secret: `${secret}\n`, signature: sign(secret, 'x').digest('hex') }],
    [
      'base64_secret',
      { payload: 'x', secret: 'c2VjcmV0LWJ5dGVz', signature: sign(Buffer.from('secret-bytes'), 'x').digest('hex') },
    ],
    [
      'hex_secret',
      {
        payload: 'x',
        secret: '7365637265742d6279746573',
        signature: sign(Buffer.from('secret-bytes'), 'x').digest('hex'),
      },
    ],
    ['wrong_encoding', { payload: 'x', scheme: 'shopify', signature: sign(secret, 'x').digest('hex') }],
    ['wrong_algorithm', { payload: 'x', signature: sign(secret, 'x', 'sha1').digest('hex') }],
    ['prefix_missing', { payload: 'x', scheme: 'github', signature: sign(secret, 'x').digest('hex') }],
  ]
  test.each(cases)('%s %#', async (name, input) => {
    const answer = await run({ secret, ...input })
    expect(answer).toMatchObject({ valid: false, decision: 'block', expected: null })
    expect(answer).toHaveProperty('diagnosis', expect.arrayContaining([name]))
  })

  test('by nothing when nothing explains it', async () => {
    expect(await run({ payload: 'x', secret, signature: 'ab'.repeat(32) })).toMatchObject({
      valid: false,
      diagnosis: [],
    })
  })
})

test('hmac-verify: without a signature the one to expect is computed, in the form of its scheme', async () => {
  const now = '2023-11-14T22:13:20Z'
  const input = { payload: '{"id":"evt_1"}', secret: 'whsec_test_secret', now }
  expect(await run({ ...input, scheme: 'stripe' })).toMatchObject({
    decision: null,
    valid: null,
    expected: 't=1700000000,v1=248a374f50f943a28b0f6ab50faf9a7e7e29b710fa26df9fb1618b9bf8ea9c9a',
  })
  expect(await run({ payload: 'Hello, World!', secret: "It's a Secret to Everybody", scheme: 'github' })).toMatchObject(
    {
      expected: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
  )
})

test('hmac-verify: a signature without its time is not given the present one', async () => {
  for (const signature of ['v1=248a374f50f943a28b0f6ab50faf9a7e7e29b710fa26df9fb1618b9bf8ea9c9a', ''])
    expect(
      await run({ payload: '{"id":"evt_1"}', secret: 'whsec_test_secret', signature, scheme: 'stripe' }),
    ).toMatchObject({ valid: false, timestamp: null, diagnosis: ['timestamp_missing'] })
})

test('hmac-verify: what a scheme needs besides is asked for by name', () => {
  expect(() => hmacVerify.check?.({ payload: '', secret: 's', signature: 'v0=ab', scheme: 'auto' })).toThrow(
    /timestamp|field/i,
  )
})

test('hmac-verify: any signature is judged, the secret is never told, and what we compute we accept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1 }),
      async (payload, secret, signature) => {
        expect(await run({ payload, secret, signature, timestamp: '1', message_id: 'm' })).toHaveProperty('valid')
        const { expected } = (await run({ payload, secret })) as { expected: string }
        expect(await run({ payload, secret, signature: expected })).toMatchObject({ valid: true })
      },
    ),
  )
})
