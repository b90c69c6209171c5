import { createPublicKey, verify } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'

import { paymentResponseBind } from './outcome.ts'
import { baseAccept, base64, PAYEE, signingContext } from '#test/support/fakes/payment-documents.ts'

type Answer = {
  binding: Record<string, unknown>
  binding_digest: string
  signature: string
  links: { link: string; status: string }[]
}
// Safe: the declared output.
const run = async (input: unknown) => (await paymentResponseBind.run(input, signingContext())) as Answer
const statusOf = ({ links }: Answer) => Object.fromEntries(links.map(({ link, status }) => [link, status]))

const payer = '0x857b06519E91e3A54538791bDbb0E22373e36b66'
const payment = {
  x402Version: 2,
  accepted: baseAccept(),
  payload: {
    signature: `0x${'11'.repeat(65)}`,
    authorization: {
      from: payer,
      to: PAYEE,
      value: '20000',
      validAfter: '0',
      validBefore: '1795000000',
      nonce: `0x${'22'.repeat(32)}`,
    },
  },
}
const request_digest = sha256Hex('the request')
const response_digest = sha256Hex('the response')
const settle_tx = `0x${'1'.repeat(64)}`
const all = { payment, request_digest, response_digest, settle_tx }

describe('payment-response-bind: mode bind', () => {
  test('issues a binding that anybody can check with the published key', async () => {
    const answer = await run({ mode: 'bind', ...all })
    expect(answer).toMatchObject({
      decision: 'go',
      complete: true,
      gaps: [],
      binding: {
        version: 1,
        payment_digest: digestOf(payment),
        request_digest,
        response_digest,
        settle_tx,
        network: 'eip155:8453',
        pay_to: PAYEE,
        amount: '20000',
        issued_at: '2026-11-20T12:00:00.000Z',
      },
    })
    const { issued_at: _, ...timeless } = answer.binding
    expect(answer.binding_digest).toBe(digestOf(timeless))
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: testSigner.key.x }, format: 'jwk' })
    const text = Buffer.from(`bind1|${digestOf(answer.binding)}`)
    expect(verify(null, text, key, Buffer.from(answer.signature, 'base64url'))).toBe(true)
  })

  test('binds a header value to the same digest as the object', async () => {
    const [one, two] = await Promise.all([
      run({ mode: 'bind', ...all }),
      run({ mode: 'bind', ...all, payment: base64(payment) }),
    ])
    expect(two.binding_digest).toBe(one.binding_digest)
  })

  test('without a transaction is not complete', async () => {
    const { settle_tx: _, ...rest } = all
    expect(await run({ mode: 'bind', ...rest })).toMatchObject({ complete: false, binding: { settle_tx: null } })
  })

  test('needs payment and both digests, before any charge', () => {
    const check = (input: Record<string, unknown>) => () => paymentResponseBind.check?.(input)
    expect(check({ mode: 'bind' })).toThrow(Refusal)
    expect(check({ mode: 'bind', payment, request_digest })).toThrow(Refusal)
    expect(check({ mode: 'bind', payment, request_digest, response_digest })).not.toThrow()
  })
})

describe('payment-response-bind: mode verify', () => {
  test('takes what mode bind answered', async () => {
    const receipt = await run({ mode: 'bind', ...all })
    for (const given of [{}, all, { payment }])
      expect(await run({ mode: 'verify', receipt, ...given })).toMatchObject({
        valid: true,
        decision: 'go',
        complete: true,
      })
    expect(await run({ mode: 'verify', receipt: JSON.stringify(receipt) })).toMatchObject({ complete: true })
  })

  test.each(['payment_digest', 'request_digest', 'response_digest', 'settle_tx', 'amount', 'issued_at'])(
    'catches one changed digit of %s',
    async (member) => {
      const receipt = await run({ mode: 'bind', ...all })
      const before = String(receipt.binding[member])
      const after = before.endsWith('1') ? `${before.slice(0, -1)}2` : `${before.slice(0, -1)}1`
      const binding = { ...receipt.binding, [member]: member === 'issued_at' ? '2026-11-20T12:00:00.001Z' : after }
      const answer = await run({ mode: 'verify', receipt: { ...receipt, binding } })
      expect(answer).toMatchObject({ valid: false, decision: 'no-go', complete: false })
      expect(new Set(Object.values(statusOf(answer)))).toEqual(new Set(['contradicted']))
    },
  )

  test('catches what is given besides and differs', async () => {
    const receipt = await run({ mode: 'bind', ...all })
    const answer = await run({ mode: 'verify', receipt, response_digest: sha256Hex('another response') })
    expect(answer).toMatchObject({ decision: 'no-go' })
    expect(statusOf(answer)).toMatchObject({ 'request-response': 'contradicted', 'receipt-payment': 'bound' })
    const cheaper = { ...payment, accepted: baseAccept({ amount: '1' }) }
    expect(await run({ mode: 'verify', receipt, payment: cheaper })).toMatchObject({ decision: 'no-go' })
  })

  test('says when the key is none of those in force, and when there is no binding', async () => {
    const receipt = { ...(await run({ mode: 'bind', ...all })), key_id: 'another' }
    expect(await run({ mode: 'verify', receipt })).toMatchObject({
      decision: 'review',
      complete: false,
      findings: expect.arrayContaining([expect.objectContaining({ code: 'PB_KEY_UNKNOWN' })]),
    })
    expect(await run({ mode: 'verify', receipt: { a: 1 } })).toMatchObject({
      findings: [expect.objectContaining({ code: 'PB_NOT_A_BINDING' })],
    })
  })
})

describe('payment-response-bind: mode lint', () => {
  test('needs something to look at, before any charge', () => {
    for (const empty of [{}, { mode: 'lint' }])
      expect(() => paymentResponseBind.check?.(paymentResponseBind.input.parse(empty))).toThrow(Refusal)
    expect(() => paymentResponseBind.check?.(paymentResponseBind.input.parse({ request_digest }))).not.toThrow()
  })

  test.each([{ request_digest }, { payment }, { payment: {} }, { settle_tx }, { receipt: {} }])(
    'never says go of links that nobody could judge: %j',
    async (given) => {
      expect(await run(given)).toMatchObject({ decision: 'review', complete: false })
    },
  )

  test('finds a digest that is none', async () => {
    expect(await run({ request_digest: 'zz' })).toMatchObject({
      mode: 'lint',
      decision: 'no-go',
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'BAD_DIGEST', severity: 'error', path: '/request_digest' }),
      ]),
    })
  })

  test('says what is bound by a receipt of a seller, and what is not', async () => {
    const receipt = { transaction: settle_tx, payer, network: 'base', amount: '20000', request_digest }
    expect(statusOf(await run({ ...all, receipt }))).toEqual({
      'payment-request': 'bound',
      'payment-settlement': 'bound',
      'request-response': 'unbound',
      'receipt-payment': 'bound',
    })
    expect(statusOf(await run(all))).toEqual({
      'payment-request': 'unbound',
      'payment-settlement': 'unbound',
      'request-response': 'unbound',
      'receipt-payment': 'missing',
    })
  })

  test.each([
    ['payment-settlement', { transaction: `0x${'2'.repeat(64)}` }],
    ['receipt-payment', { payer: PAYEE, network: 'base', transaction: settle_tx }],
    ['receipt-payment', { payer, network: 'eip155:1', transaction: settle_tx }],
    ['payment-request', { payer, network: 'base', request_digest: sha256Hex('x') }],
    ['request-response', { request_digest, response_digest: sha256Hex('x') }],
  ])('%s is contradicted by %j', async (link, receipt) => {
    const answer = await run({ ...all, receipt })
    expect(statusOf(answer)).toMatchObject({ [link]: 'contradicted' })
    expect(answer).toMatchObject({ decision: 'no-go', complete: false })
  })

  test('a payment that carries the request digest is bound to the request by itself', async () => {
    const bound = { ...payment, extensions: { 'payment-identifier': { info: { request_digest } } } }
    expect(statusOf(await run({ payment: bound, request_digest }))).toMatchObject({ 'payment-request': 'bound' })
  })

  test('has no digest for what has no canonical form', async () => {
    expect(await run({ payment: { ...payment, note: '\u{D800}' } })).toMatchObject({
      decision: 'no-go',
      findings: expect.arrayContaining([expect.objectContaining({ code: 'PB_NOT_CANONICAL' })]),
    })
  })
})
