import { Refusal } from '#shared/errors.ts'
import { describe, expect, test } from 'vitest'

import { lintPaymentRequired } from '#shared/engines/x402/payment-required/lint-payment-required.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { openapiX402OperationMap } from './outcome.ts'
import { baseAccept, solanaAccept, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

type Operation = {
  method: string
  path: string
  paid: string
  price_atomic: string | null
  price_source: string | null
}
type Answer = {
  findings: { code: string; severity: string }[]
  operations: (Operation & { accepts: Record<string, unknown>[]; request_schema_digest: string | null })[]
  routes_config: Record<string, unknown>
}
// Safe: the declared output.
const run = async (input: unknown) => (await openapiX402OperationMap.run(input, fakeContext())) as Answer
const codesOf = ({ findings }: Answer) => findings.map(({ code }) => code)

const ok = { 200: { description: 'ok' } }
const paidResponses = { ...ok, 402: { description: 'pay' } }
const spec = (paths: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  servers: [{ url: 'https://api.example.com/v1/' }],
  paths,
  ...more,
})
const priced = (extension: unknown, name = 'x-payment-info') =>
  spec({ '/a': { post: { summary: 'A.', [name]: extension, responses: paidResponses } } })

describe('openapi-x402-operation-map', () => {
  test('prices what is marked paid by the default', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 't', version: '1' },
      paths: { '/a': { post: { responses: paidResponses } }, '/b': { get: { responses: ok } } },
    }
    expect(await run({ spec: document, default_price_atomic: '20000' })).toMatchObject({
      counts: { total: 2, paid: 1, free: 1, unknown: 0 },
      operations: [
        { method: 'POST', path: '/a', paid: 'yes', price_atomic: '20000', price_source: 'default' },
        { method: 'GET', path: '/b', paid: 'no', price_atomic: null, price_source: null, accepts: [] },
      ],
    })
  })

  test.each([
    ['a price in dollars', { price: '0.02' }, '20000'],
    ['with a sign', { price: '$0.02' }, '20000'],
    ['with its currency', { price: '0.02 USDC' }, '20000'],
    ['as a number', { price: 0.02, currency: 'USD' }, '20000'],
    ['as a bare text', '0.02', '20000'],
    ['the registry’s form', { price: { mode: 'fixed', currency: 'USD', amount: '0.020000' } }, '20000'],
    ['atomic by name', { maxAmountRequired: '30000' }, '30000'],
    ['atomic by form', { amount: '30000' }, '30000'],
    ['accepts of its own', { accepts: [baseAccept({ amount: '40000' })] }, '40000'],
  ])('reads x-payment-info: %s', async (_, extension, atomic) => {
    expect(await run({ spec: priced(extension) })).toMatchObject({
      operations: [{ paid: 'yes', price_atomic: atomic, price_source: 'x-payment-info' }],
    })
  })

  test.each([
    ['OA_PRICE_DYNAMIC', { price: { mode: 'dynamic', min: '0.01', max: '1' } }],
    ['OA_PRICE_CURRENCY', { price: '0.02', currency: 'EUR' }],
    ['OA_PRICE_UNREADABLE', { price: 'cheap' }],
    ['OA_PRICE_UNREADABLE', { price: '-1' }],
  ])('%s for %j', async (code, extension) => {
    expect(codesOf(await run({ spec: priced(extension) }))).toContain(code)
  })

  test('takes the nearest price: operation, path, 402 response, template, default', async () => {
    const example = { x402Version: 2, accepts: [baseAccept({ amount: '3' })] }
    const response = { 402: { description: 'pay', content: { 'application/json': { example } } } }
    const document = spec({
      '/a': { 'x-x402': { price: '0.2' }, get: { 'x-payment-info': { price: '0.1' }, responses: response } },
      '/b': { 'x-x402': { price: '0.2' }, get: { responses: response } },
      '/c': { get: { responses: response } },
      '/d': { get: { responses: { 402: { description: 'pay' } } } },
    })
    const sources = async (more: Record<string, unknown>) =>
      (await run({ spec: document, ...more })).operations.map(({ price_atomic, price_source }) => [
        price_source,
        price_atomic,
      ])
    expect(await sources({ accepts: [baseAccept()], default_price_atomic: '9' })).toEqual([
      ['x-payment-info', '100000'],
      ['x-x402', '200000'],
      ['402-response', '3'],
      ['template', '20000'],
    ])
    expect((await sources({ default_price_atomic: '9' })).at(-1)).toEqual(['default', '9'])
    expect((await sources({})).at(-1)).toEqual([null, null])
  })

  test('makes maps that can be deployed: what they ask for passes payment-required-lint', async () => {
    const document = spec({
      '/users/{id}': { get: { summary: 'A user.', 'x-payment-info': { price: '0.05' }, responses: paidResponses } },
    })
    const verdict = await run({ spec: document, accepts: [baseAccept(), solanaAccept()] })
    expect(verdict).toMatchObject({
      decision: 'go',
      operations: [{ path: '/users/:id', price_atomic: '50000', accepts: [{ amount: '50000' }, { amount: '50000' }] }],
      routes_config: { 'GET /users/:id': { accepts: [{ price: { amount: '50000', asset: USDC_BASE } }, {}] } },
      well_known: { resources: [{ resource: 'https://api.example.com/v1/users/{id}', method: 'GET' }] },
      bazaar: [{ operation: 'GET /users/{id}', info: { input: { type: 'http', method: 'GET' } } }],
    })
    const [operation] = verdict.operations
    const body = {
      x402Version: 2,
      error: 'pay',
      resource: { url: 'https://api.example.com/v1/users/1' },
      accepts: operation?.accepts,
    }
    expect(lintPaymentRequired({ body })).toMatchObject({ decision: 'go' })
  })

  test.each<[string, string, unknown, Record<string, unknown>?]>([
    ['OA_SWAGGER2_UNSUPPORTED', 'error', { swagger: '2.0', paths: {} }],
    ['OA_VERSION_UNSUPPORTED', 'error', { openapi: '4.0.0', paths: {} }],
    ['no_operations', 'warning', spec({})],
    ['OA_PATH', 'error', spec({ a: { get: { responses: ok } } })],
    ['OA_PAID_WITHOUT_402', 'warning', spec({ '/a': { get: { 'x-x402': { price: '1' }, responses: ok } } })],
    ['OA_GET_WITH_BODY', 'warning', spec({ '/a': { get: { requestBody: { content: {} }, responses: ok } } })],
    ['OA_SERVER_NOT_HTTPS', 'warning', spec({ '/a': { get: {} } }, { servers: [{ url: 'http://api.example.com' }] })],
    ['OA_NO_DESCRIPTION', 'info', spec({ '/a': { get: { responses: ok } } })],
    ['OA_MAYBE_PAID', 'warning', spec({ '/a': { get: { summary: 'Pay-per-call.', responses: ok } } })],
    ['OA_PRICE_MISSING', 'error', spec({ '/a': { get: { responses: paidResponses } } })],
    ['OA_REF_UNRESOLVED', 'warning', spec({ '/a': { $ref: '#/components/pathItems/gone' } })],
    ['OA_REF_REMOTE', 'info', spec({ '/a': { $ref: 'https://example.com/paths.yaml' } })],
    [
      'OA_DUPLICATE_OPERATION_ID',
      'error',
      spec({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
    ],
    [
      'OA_SECURITY_AND_PAYMENT',
      'info',
      spec({ '/a': { get: { security: [{ key: [] }], 'x-x402': { price: '1' }, responses: paidResponses } } }),
    ],
    ['OA_PRICE_WITHOUT_ASSET', 'error', priced({ price: '0.02' }), { network_default: 'eip155:424242' }],
  ])('%s is one %s', async (code, severity, document, more: Record<string, unknown> = {}) => {
    expect((await run({ spec: document, ...more })).findings).toContainEqual(
      expect.objectContaining({ code, severity }),
    )
  })

  test('reads YAML and follows references, round in circles too', async () => {
    const yaml = `
openapi: 3.0.3
info: { title: t, version: "1" }
paths:
  /a:
    post:
      x-payment-info: { price: "0.02" }
      requestBody: { $ref: "#/components/requestBodies/A" }
      responses: { "402": { $ref: "#/components/responses/Pay" } }
components:
  requestBodies:
    A: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }
  responses:
    Pay: { $ref: "#/components/responses/Loop" }
    Loop: { $ref: "#/components/responses/Pay" }
  schemas:
    A: { type: object, properties: { a: { $ref: "#/components/schemas/A" } } }
`
    const verdict = await run({ spec: yaml })
    expect(verdict.operations).toMatchObject([{ price_atomic: '20000', request_schema_digest: expect.any(String) }])
    expect(codesOf(verdict)).toContain('OA_PAID_WITHOUT_402')
  })

  test('refuses what cannot be read or is none, says where, and is as quick where nothing can', async () => {
    const refused = async (document: unknown) => {
      const error: unknown = await Promise.resolve(run({ spec: document })).catch((caught: unknown) => caught)
      return error instanceof Refusal ? JSON.stringify(error.detail) : 'answered'
    }
    expect(await refused('openapi: 3.1.0\npaths: "a" "b"\n')).toMatch(/ at line 2, column 12/)
    for (const document of [
      { paths: {} },
      '{"a": [1,',
      '[1, 2]',
      'just words',
      '',
      '7',
      'a: &a [*a',
      '{]',
      'openapi',
      {},
      'null',
      'true',
      '[]',
      '---',
      '<!doctype html><html><body>Not here</body></html>',
      '{"openapi":"3.1.0","paths":{"/a"',
      'paths:\n\t- x',
      '# a comment only',
      '{"info":{"title":"x"}}',
      '\u0000\u0001',
    ])
      expect(await refused(document)).toContain('spec')
    // An error for each of them that looks at the whole text would take minutes.
    expect(await refused('"'.repeat(400_000))).toContain('spec')
    const rows = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)
    expect(await refused(['a0: &a0 [x]', ...rows].join('\n'))).toContain('spec')
  }, 60_000)
})
