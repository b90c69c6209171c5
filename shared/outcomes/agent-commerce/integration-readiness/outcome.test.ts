import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { integrationReadiness } from './outcome.ts'

const ORIGIN = 'https://m.example'
const JSON_TYPE = { 'content-type': 'application/json' }
const PATHS = {
  missing: `${ORIGIN}/integration-readiness-asks-for-a-missing-path`,
  openapi: `${ORIGIN}/openapi.json`,
  x402: `${ORIGIN}/.well-known/x402.json`,
  llms: `${ORIGIN}/llms.txt`,
  mcp: `${ORIGIN}/.well-known/mcp.json`,
  card: `${ORIGIN}/.well-known/agent-card.json`,
  paid: `${ORIGIN}/search`,
}
const option = (network: string, asset: string, payTo: string, extra: object) => ({
  scheme: 'exact',
  network,
  amount: '20000',
  asset,
  payTo,
  maxTimeoutSeconds: 60,
  extra,
})
const ACCEPTS = [
  option('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', {
    name: 'USD Coin',
    version: '2',
  }),
  option(
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'AB5vdtKNyDEDq8inAogtRwBjiZLUAaa2JAKAx6YXqfG9',
    { feePayer: '2Egi4NEeBUFCP5Pq4W9vH5uyvNgPfV2zLwTff48rexfZ' },
  ),
]
const required = (accepts: unknown = ACCEPTS) => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: PATHS.paid, description: 'Search.', mimeType: 'application/json' },
  accepts,
})
const challenge = (document: unknown = required()) => ({
  status: 402,
  headers: {
    ...JSON_TYPE,
    'payment-required': Buffer.from(JSON.stringify(document)).toString('base64'),
    'cache-control': 'no-store',
    'access-control-expose-headers': 'PAYMENT-REQUIRED, PAYMENT-RESPONSE',
  },
  body: JSON.stringify(document),
})
const NOT_FOUND: Told = { status: 404, headers: JSON_TYPE, body: '{"error":"nothing here"}' }
const GOOD: Record<string, Told> = {
  [PATHS.missing]: NOT_FOUND,
  [PATHS.openapi]: {
    headers: JSON_TYPE,
    body: JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/search': {
          post: {
            'x-payment-info': { price: { mode: 'fixed', amount: '0.02' } },
            requestBody: { content: {} },
            parameters: [{ name: 'Idempotency-Key', in: 'header' }],
            responses: { 200: { headers: { 'PAYMENT-RESPONSE': {} } }, 402: {} },
          },
        },
      },
    }),
  },
  [PATHS.x402]: { headers: JSON_TYPE, body: JSON.stringify({ version: 1, resources: [PATHS.paid] }) },
  [PATHS.llms]: '# M',
  [PATHS.mcp]: NOT_FOUND,
  [PATHS.card]: NOT_FOUND,
  [PATHS.paid]: ({ method }) => (method === 'POST' ? challenge() : { status: 405 }),
}

async function audit(pages: Record<string, Told> = {}, input: Record<string, unknown> = {}) {
  const body = { base_url: ORIGIN, ...input }
  integrationReadiness.check?.(integrationReadiness.input.parse(body))
  const egress = fakeEgress({ ...GOOD, ...pages })
  // Safe: the outcome answers an object.
  const answer = (await integrationReadiness.run(body, fakeContext({ egress }))) as Record<string, unknown> & {
    checks: { id: string; status: string; fix: string | null }[]
  }
  const statusOf = (id: string) => answer.checks.find((check) => check.id === id)?.status
  return { answer, statusOf, asked: egress.asked }
}

test('integration-readiness: an origin with everything is ready with a full score, and is never sent anything but unpaid calls', async () => {
  const { answer, asked } = await audit()
  expect(answer.checks.filter(({ status }) => status !== 'pass')).toEqual([])
  expect(answer).toMatchObject({ verdict: 'ready', decision: 'ready', score: 100, blocking: [], paid_operations: 1 })
  expect(answer['discovered']).toMatchObject({
    openapi: { status: 200, found: true },
    mcp: { status: 404, found: false },
  })
  expect(asked.filter(({ request }) => request.method === 'POST').map(({ url }) => url)).toEqual([
    PATHS.paid,
    PATHS.paid,
  ])
})

describe('integration-readiness: an origin is not ready', () => {
  test('without any 402', async () => {
    const { answer, statusOf } = await audit({ [PATHS.paid]: '{"ok":true}' })
    expect(answer).toMatchObject({ verdict: 'not_ready', blocking: expect.arrayContaining(['payable_402']) })
    // What cannot be looked at counts neither way.
    expect(['header_body', 'dual_rail', 'cors_expose', 'stable_payto'].map(statusOf)).toEqual(
      Array.from({ length: 4 }, () => 'skipped'),
    )
  })

  test('with a 402 that has an error', async () => {
    const { answer } = await audit({ [PATHS.paid]: challenge(required([{ ...ACCEPTS[0], amount: 20000 }])) })
    expect(answer).toMatchObject({ verdict: 'not_ready', blocking: ['payable_402'] })
  })

  test('where nothing names a paid path, unless the caller does', async () => {
    const nothing = { [PATHS.openapi]: NOT_FOUND, [PATHS.x402]: NOT_FOUND }
    expect((await audit(nothing)).answer).toMatchObject({ blocking: expect.arrayContaining(['payable_402']) })
    expect((await audit(nothing, { sample_path: '/search' })).statusOf('payable_402')).toBe('pass')
  })

  test('over plain http, or where nobody answers', async () => {
    const plain = Object.fromEntries(Object.entries(GOOD).map(([url, told]) => [url.replace('https:', 'http:'), told]))
    const { answer } = await audit(plain, { base_url: 'http://m.example' })
    expect(answer['blocking']).toContain('reachable_tls')
    const away = new Refusal('upstream_unavailable', 'No.')
    const silent = await audit(Object.fromEntries(Object.keys(GOOD).map((url) => [url, away])))
    expect(silent.answer).toMatchObject({ verdict: 'not_ready', blocking: expect.arrayContaining(['reachable_tls']) })
  })
})

test.each([
  ['dual_rail', { [PATHS.paid]: challenge(required([ACCEPTS[0]])) }],
  ['header_body', { [PATHS.paid]: { ...challenge(), body: '{}' } }],
  ['x402_json', { [PATHS.x402]: '<html>' }],
  ['error_json', { [PATHS.missing]: { status: 404, body: '<html>' } }],
  ['llms_or_mcp', { [PATHS.llms]: NOT_FOUND }],
] as [string, Record<string, Told>][])('%s is told with its fix', async (id, pages) => {
  const { answer, statusOf } = await audit(pages)
  expect(statusOf(id)).toBe('fail')
  expect(answer.checks.find((check) => check.id === id)?.fix).toBeTruthy()
  expect(answer['score']).toBeLessThan(100)
})

test('integration-readiness: a payTo that changes is told', async () => {
  let asked = 0
  const { statusOf } = await audit({
    [PATHS.paid]: () => {
      asked += 1
      return challenge(required([{ ...ACCEPTS[0], payTo: `0x${String(asked).repeat(40)}` }, ACCEPTS[1]]))
    },
  })
  expect(statusOf('stable_payto')).toBe('fail')
})

describe('integration-readiness: a buyer', () => {
  const buyer = { networks: ['base'], schemes: ['exact'], has_signer: true, max_usd: 5 }
  test('that can sign is ready, and nobody is asked', async () => {
    const { asked } = await audit({}, { role: 'buyer', buyer })
    expect(asked).toEqual([])
  })

  test.each([
    ['signer', { has_signer: false }],
    ['networks', { networks: ['eip155:1'] }],
    ['schemes', { schemes: ['upto'] }],
  ])('without %s is not', async (id, change) => {
    const { answer } = await audit({}, { role: 'buyer', buyer: { ...buyer, ...change } })
    expect(answer).toMatchObject({ verdict: 'not_ready', blocking: [id] })
  })
})

test.each([[{ base_url: 'ftp://m.example' }], [{ base_url: 'not a url' }], [{ role: 'buyer' }]])(
  'integration-readiness: refuses %j',
  async (input) => {
    await expect(audit({}, input)).rejects.toMatchObject({ code: 'validation_error' })
  },
)

test('integration-readiness: an origin that may not be asked is refused', async () => {
  await expect(audit({}, { base_url: 'https://10.0.0.1' })).rejects.toMatchObject({ code: 'url_not_allowed' })
})

test('integration-readiness: whatever an origin answers, there is a verdict', async () => {
  const page = fc.record({ status: fc.integer({ min: 200, max: 599 }), body: fc.oneof(fc.string(), fc.json()) })
  await fc.assert(
    fc.asyncProperty(page, page, page, async (openapi, x402, paid) => {
      const pages = { [PATHS.openapi]: openapi, [PATHS.x402]: x402, [PATHS.paid]: { ...paid, status: 402 } }
      expect((await audit(pages, { sample_path: '/search' })).answer).toHaveProperty('verdict')
    }),
    { numRuns: 100 },
  )
})
