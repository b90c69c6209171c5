import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

import { exampleAnswer } from '#ingress/call/challenge/example-answer.ts'
import { challengeOf } from '#ingress/call/challenge/challenge.ts'
import { offerOf } from '#ingress/call/challenge/offer.ts'
import { buildOpenapi, buildPartOpenapi } from '#ingress/discovery/openapi/build-openapi.ts'
import { BASE_URL, discoveryDeps, discoverySite, textOf } from '#test/support/fakes/discovery-site.ts'
import type { IngressDeps } from '#ingress/deps.ts'
import { errorBody } from '#ingress/http/error-body.ts'
import type { Route } from '#ingress/http/route.ts'
import { allRoutes } from '#ingress/routes.ts'
import { invalidFields, Refusal, type RefusalCode, refusals, statusOf } from '#shared/errors.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { openapiValidator } from '#test/support/openapi-validator.ts'

const site = discoverySite()
const routes = everyRoute()
const document = await buildOpenapi({ baseUrl: BASE_URL, catalog, routes })
const sold = forSale(catalog)
/** Sample answers are in the documents of parts alone; this is the part that has everything. */
const withSamples = await buildPartOpenapi({ baseUrl: BASE_URL, entries: [...sold.values()], routes, title: 'all' })
const validateResponse = openapiValidator(document)
const { config } = discoveryDeps()
const priced = [...sold.values()].filter(({ outcome }) => outcome.cents > 0)

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...structuredClone(document) })
    expect(errors).toBeUndefined()
    expect([valid, validator.version, document.openapi, document.info.version]).toEqual([true, '3.1', '3.1.0', '0.1.0'])
  })

  test('gives every outcome and bundle its own literal path', () => {
    for (const { outcome, publicPath } of sold.values()) {
      const { requestBody, responses, operationId } = operationAt(publicPath, 'post')
      expect(requestBody).toBeDefined()
      expect(operationId).toBe(`call_${outcome.slug.replaceAll(/[-/]/g, '_')}`)
      for (const status of ['200', '202', '422', '429', '503']) expect(responses).toHaveProperty(status)
      expect('402' in responses).toBe(outcome.cents > 0)
    }
  })

  test('documents every route that is not internal, in its own words', () => {
    for (const { method, path, summary } of routes.filter(({ internal }) => internal !== true)) {
      expect(operationAt(path.replace(/:(\w+)/g, '{$1}'), METHODS[method])).toMatchObject({ summary })
    }
  })

  test('says that files are sent in ranges, and not again to who has them', () => {
    for (const path of ['/api/media/{media_id}', '/api/media/{media_id}/thumb']) {
      const { responses, parameters } = operationAt(path, 'get')
      for (const status of ['200', '206', '304', '404', '416', '429']) expect(responses).toHaveProperty([status])
      expect(JSON.stringify(parameters)).toMatch(/Range.*IfRange.*IfNoneMatch/)
    }
  })

  test('says what every paid operation costs, and asks no credential for it', () => {
    for (const { outcome, publicPath } of priced) {
      expect(operationAt(publicPath, 'post')).toMatchObject({
        security: [],
        'x-payment-info': {
          price: { mode: 'fixed', currency: 'USD', amount: (outcome.cents / 100).toFixed(2) },
          protocols: [{ x402: {} }],
        },
      })
    }
  })

  test('names no operation twice', () => {
    const ids = Object.values(document.paths ?? {}).flatMap((item) =>
      Object.values(item).map(({ operationId }: { operationId?: string }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('keeps guidance short enough for registries, and HTTPValidationError under its known name', () => {
    expect(String(document.info['x-guidance']).length).toBeLessThan(4_000)
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['HTTPValidationError', 'ValidationError', 'PaymentRequired', 'Error']),
    )
  })

  test('shares what its schemas have in common: 1.9 MB when each stood by itself, under 1.7 MB with many more routes since', () => {
    const text = JSON.stringify(document)
    expect(text.length).toBeLessThan(1_700_000)
    expect(JSON.stringify(withSamples).length).toBeLessThan(1_900_000)
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components?.schemas).toHaveProperty([ref])
  })

  test('of one outcome, bundle or pack is a valid document of its own, and small', async () => {
    const parts = [
      ['hash-text'],
      ['endpoint-match'],
      ['bundles/security-kit'],
      ['json-repair', 'csv-clean', 'hash-text'],
    ]
    for (const slugs of parts) {
      const entries = slugs.flatMap((slug) => sold.get(slug) ?? [])
      const part = await buildPartOpenapi({ baseUrl: BASE_URL, entries, routes, title: 'part' })
      expect(await new Validator().validate({ ...structuredClone(part) })).toMatchObject({ valid: true })
      expect(Object.keys(part.paths ?? {})).toEqual(expect.arrayContaining(entries.map(({ publicPath }) => publicPath)))
      expect(part.paths).toHaveProperty(['/api/v1/calls/{call_id}'])
      expect(JSON.stringify(part).length).toBeLessThan(80_000)
      const validate = openapiValidator(part)
      for (const { publicPath } of entries) {
        const [sample] = Object.values(successOf(publicPath).examples)
        expect(() => validate('POST', publicPath, 200, sample?.value)).not.toThrow()
      }
    }
  })

  test('has examples that fit its own schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'doc', ...document })
    for (const { outcome, publicPath } of sold.values()) {
      const at = `doc#/paths/${encodeURIComponent(publicPath.replaceAll('/', '~1'))}/post`
      expect(
        ajv.validate({ $ref: `${at}/requestBody/content/application~1json/schema` }, outcome.example.input),
        ajv.errorsText(),
      ).toBe(true)
      const [sample] = Object.values(successOf(publicPath).examples)
      expect(() => validateResponse('POST', publicPath, 200, sample?.value)).not.toThrow()
    }
  })
})

describe('what the ingress answers fits the document', () => {
  test.each([
    '/api/v1/outcomes/meta',
    '/api/v1/outcomes/meta?pack=media-pack',
    '/api/v1/outcomes/meta?q=json&fields=price_cents,reliability,input_schema',
    '/api/v1/outcomes/featured',
    '/api/v1/outcomes/hash-text/openapi.json',
    '/api/v1/outcomes/bundles/security-kit/openapi.json',
    '/api/v1/packs/base-pack/openapi.json',
    '/api/v1/catalog/search?q=repair+json',
    '/api/v1/catalog/search?q=qqqqqq',
    '/api/v1/agent-feed',
    '/.well-known/x402.json',
    '/.well-known/x402-impulse.json',
    '/.well-known/x402-featured.json',
    '/.well-known/x402-marketplace.json',
    '/openapi.json',
  ])('%s', (path) => expectFit(path))

  test('the pay-probe of everything for sale', async () => {
    for (const slug of sold.keys()) await expectFit(`/api/v1/outcomes/pay-probe/${slug}`)
  })

  async function expectFit(path: string): Promise<void> {
    const reply = await site.get(path)
    expect(() => {
      validateResponse('GET', path, 200, JSON.parse(textOf(reply)))
      validateResponse('GET', path, 304, '')
      validateResponse('HEAD', path, 200, '')
    }, path).not.toThrow()
  }

  test.each([
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/.well-known/security.txt',
    '/api/v1/outcomes/hash-text.md',
    '/api/v1/outcomes/bundles/security-kit.md',
  ])('%s', async (path) => {
    const reply = await site.get(path)
    expect(() => validateResponse('GET', path, 200, textOf(reply))).not.toThrow()
  })

  test('the 402 of every outcome, unpaid and refused', () => {
    const refused = new Refusal('insufficient_balance', 'Nothing left.', {
      extra: { balance_cents: 0, price_cents: 1 },
      fix: { action: 'Top up.', method: 'POST', path: '/x' },
    })
    for (const entry of priced) {
      const challenge = challengeOf(config, offerOf(entry))
      for (const { body } of [challenge('req_1'), challenge('req_1', refused)]) {
        expect(() => validateResponse('POST', entry.publicPath, 402, JSON.parse(String(body)))).not.toThrow()
      }
    }
  })

  // Safe: the table's keys are the codes.
  const codes = Object.keys(refusals) as RefusalCode[]

  test.each(codes.filter((code) => ![401, 402, 403, 404, 405, 410].includes(statusOf(code))))(
    'an outcome call that ends with %s',
    (code) => {
      const body = errorBody(new Refusal(code, 'No.', { retryAfterS: 1 }), 'req_1')
      for (const { publicPath } of sold.values()) {
        expect(() => validateResponse('POST', publicPath, statusOf(code), body)).not.toThrow()
      }
    },
  )

  test('wrong fields', () => {
    const refusal = invalidFields({ path: ['text', 0], msg: 'Field required', type: 'missing', input: {} })
    for (const { publicPath } of sold.values()) {
      expect(() => validateResponse('POST', publicPath, 422, errorBody(refusal, 'req_1'))).not.toThrow()
    }
  })

  test.each([
    ['POST', '/api/v1/outcomes/no-such-slug', 'not_found'],
    ['GET', '/nowhere?x=1', 'not_found'],
    ['DELETE', '/openapi.json', 'method_not_allowed'],
  ] as const)('%s %s is refused with %s', (method, path, code) => {
    expect(() =>
      validateResponse(method, path, statusOf(code), errorBody(new Refusal(code, 'No.'), 'req_1')),
    ).not.toThrow()
  })
})

describe('the validator of answers complains', () => {
  const [entry] = priced
  const path = entry?.publicPath ?? ''
  const sample = () => structuredClone(Object.values(successOf(path).examples)[0]?.value)

  test.each([
    ['a status that is not documented', 'POST', () => path, 418, () => ({})],
    ['a path that is not there and does not answer 404', 'GET', () => '/nowhere', 200, () => ({})],
    ['an error without its members', 'POST', () => path, 429, () => ({ ok: false })],
    [
      'an unknown code',
      'POST',
      () => path,
      429,
      () => ({ ...errorBody(new Refusal('rate_limited', 'No.'), 'r'), code: 'made_up' }),
    ],
    ['a result that does not fit', 'POST', () => path, 200, () => ({ ...Object(sample()), result: 1 })],
    ['a member nobody documented', 'POST', () => path, 200, () => ({ ...Object(sample()), surprise: 1 })],
    [
      'a 402 without accepts',
      'POST',
      () => path,
      402,
      () => errorBody(new Refusal('payment_required', 'No.'), 'r', 402),
    ],
    ['a page that is no text', 'GET', () => '/llms.txt', 200, () => ({})],
    ['a body where none belongs', 'GET', () => '/openapi.json', 304, () => 'x'],
  ])('on %s', (_, method, at, status, body) => {
    expect(() => validateResponse(method, at(), status, body())).toThrow(/document/)
  })
})

test('the example answer starts with the promised keys', () => {
  for (const entry of sold.values())
    expect(Object.keys(exampleAnswer(entry))).toEqual(['ok', 'resource', 'total_usdc', 'steps', 'result'])
})

/** Every route of the ingress. Declaring one asks nothing of database, queue or clock. */
function everyRoute(): readonly Route[] {
  // Safe: as said above, what is missing here is used by handlers only.
  const deps = { ...discoveryDeps(), queues: { redis: null } } as unknown as IngressDeps
  const discovery = new Set(site.routes.map(({ path }) => path))
  return [...site.routes, ...allRoutes(deps).filter(({ path }) => !discovery.has(path))]
}

type Operation = {
  operationId: string
  parameters?: unknown
  requestBody: unknown
  responses: Record<string, unknown>
}

const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

/** One operation of the document. */
function operationAt(path: string, method: (typeof METHODS)[keyof typeof METHODS]): Operation {
  // Safe: the document was found valid above.
  return document.paths?.[path]?.[method] as unknown as Operation
}

function successOf(path: string): { examples: Record<string, { value: unknown }> } {
  const success: unknown = withSamples.paths?.[path]?.post?.responses?.['200']
  // Safe: found valid above.
  const { content } = success as { content: Record<string, { examples: Record<string, { value: unknown }> }> }
  return content['application/json'] ?? { examples: {} }
}
