import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { routePayProbe } from './route-pay-probe.ts'

const PAID_URL = 'https://m.example/x'
const OPTION = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '20000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const V2 = {
  x402Version: 2,
  error: 'Payment required',
  resource: { url: PAID_URL, description: 'X.', mimeType: 'application/json' },
  accepts: [OPTION],
  extensions: {
    bazaar: {
      info: { input: { type: 'http', method: 'GET' } },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          input: { type: 'object', properties: { queryParams: { type: 'object', properties: { q: {} } } } },
        },
      },
    },
  },
}
const in64 = (document: unknown) => Buffer.from(JSON.stringify(document)).toString('base64')
const V2_ANSWER = {
  status: 402,
  headers: {
    'content-type': 'application/json',
    'payment-required': in64(V2),
    'cache-control': 'no-store',
    'access-control-expose-headers': 'PAYMENT-REQUIRED',
  },
  body: JSON.stringify(V2),
}

async function probe(told: Told, input: Record<string, unknown> = {}) {
  const egress = fakeEgress({ [PAID_URL]: told, 'https://merchant.example/free': 'hello' })
  const body = { url: PAID_URL, ...input }
  routePayProbe.check?.(routePayProbe.input.parse(body))
  // Safe: the outcome answers an object.
  const answer = (await routePayProbe.run(body, fakeContext({ egress }))) as Record<string, unknown>
  return { answer, asked: egress.asked.map(({ request }) => request) }
}

test('route-pay-probe: answers with its example', async () => {
  const { answer } = await probe('', routePayProbe.example.input)
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(answer).toEqual({ ...Object(routePayProbe.example.output), input_digest: digest })
})

describe('route-pay-probe: a 402', () => {
  test('of v2 is a recipe for PAYMENT-SIGNATURE', async () => {
    const { answer } = await probe(V2_ANSWER)
    expect(answer).toMatchObject({
      state: 'payable',
      status: 402,
      x402_version: 2,
      recipe: {
        accepts: OPTION,
        header: 'PAYMENT-SIGNATURE',
        request: { method: 'GET', url: PAID_URL, body: null },
        sign: { payload_kind: 'eip3009', domain: { chainId: 8453 } },
        amount: { usd: '0.02' },
        expires_s: 60,
      },
      input_schema: { properties: { q: {} } },
    })
    expect(answer['decision']).not.toBe('no-go')
  })

  test('of v1 is a recipe for X-PAYMENT', async () => {
    const { amount, ...rest } = OPTION
    const entry = {
      ...rest,
      network: 'base',
      maxAmountRequired: amount,
      resource: PAID_URL,
      description: 'X.',
      mimeType: 'application/json',
    }
    const body = JSON.stringify({ x402Version: 1, error: 'pay', accepts: [entry] })
    const { answer } = await probe({ status: 402, body, headers: { 'content-type': 'application/json' } })
    expect(answer).toMatchObject({ state: 'payable', x402_version: 1, recipe: { header: 'X-PAYMENT' } })
  })

  test('with a page for people only is broken', async () => {
    const { answer } = await probe({ status: 402, body: '<html>Pay us</html>' })
    expect(answer).toMatchObject({ state: 'broken_402', decision: 'no-go', valid: false, recipe: null })
  })

  test('that no wallet of the caller can pay is no recipe', async () => {
    expect((await probe(V2_ANSWER, { wallet_networks: ['solana'] })).answer).toMatchObject({
      state: 'payable',
      decision: 'no-go',
      recipe: null,
      findings: expect.arrayContaining([expect.objectContaining({ code: 'RP_NO_OPTION' })]),
    })
    expect((await probe(V2_ANSWER, { wallet_networks: ['base'] })).answer).toMatchObject({
      recipe: { accepts: OPTION },
    })
  })
})

test('route-pay-probe: a 405 is asked once more with the method it allows, and the recipe repeats that', async () => {
  const { answer, asked } = await probe(
    ({ method }) => (method === 'POST' ? V2_ANSWER : { status: 405, headers: { allow: 'POST' } }),
    { body: { q: 1 } },
  )
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST'])
  expect(asked[1]?.json).toEqual({ q: 1 })
  expect(answer).toMatchObject({ state: 'payable', recipe: { request: { method: 'POST', body: { q: 1 } } } })
  const stuck = await probe({ status: 405, headers: { allow: 'PUT, POST' } })
  expect(stuck.asked).toHaveLength(2)
  expect(stuck.answer).toMatchObject({ state: 'method_not_allowed', allow: ['PUT', 'POST'], decision: 'no-go' })
})

test.each([
  [200, 'free', 'go'],
  [401, 'auth_required', 'no-go'],
  [403, 'auth_required', 'no-go'],
  [404, 'not_found', 'no-go'],
  [422, 'invalid_request_before_payment', 'review'],
  [400, 'invalid_request_before_payment', 'review'],
  [302, 'unreachable', 'review'],
  [500, 'unreachable', 'no-go'],
])('route-pay-probe: %i is %s', async (status, state, decision) => {
  expect((await probe({ status, body: '{"detail":"field q is missing"}' })).answer).toMatchObject({
    state,
    decision,
    status,
  })
})

test('route-pay-probe: a route that does not answer is a verdict, one that may not be asked is refused', async () => {
  expect((await probe(new Refusal('upstream_unavailable', 'No.'))).answer).toMatchObject({
    state: 'unreachable',
    status: null,
    as_of: null,
    decision: 'no-go',
  })
  await expect(probe('', { url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'url_not_allowed' })
})

test.each([
  [{ headers: { authorization: 'x' } }],
  [{ headers: { Cookie: 'a=b' } }],
  [{ headers: { 'PAYMENT-SIGNATURE': 'x' } }],
  [{ method: 'DELETE' }],
])('route-pay-probe: refuses %j before anything is sent', async (input) => {
  await expect(probe('', input)).rejects.toMatchObject({ code: 'validation_error' })
})

test('route-pay-probe: whatever a route answers, there is a verdict', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 200, max: 599 }),
      fc.oneof(fc.string(), fc.json(), fc.jsonValue().map(in64)),
      fc.boolean(),
      async (status, text, isHeader) => {
        const headers: Record<string, string> = isHeader ? { 'payment-required': text } : {}
        const { answer } = await probe({ status, body: text, headers })
        expect(answer).toHaveProperty('state')
      },
    ),
    { numRuns: 200 },
  )
})
