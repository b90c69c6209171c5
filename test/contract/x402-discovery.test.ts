import {
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsFor402Body,
  getWarningsForFavicon,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForLegacyWellKnown,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  type OpenApiSource,
  probeLegacyWellKnown,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { isPaymentRequiredV2 } from '@x402/core/schemas'
import { type DiscoveryExtension, validateAndExtract, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { SELLS_ALL } from '../support/sells-all.ts'
import { type Answer, openWorld, type World, PAYABLE } from '../support/world/world.ts'

const priced = [...forSale(catalog).values()]
  .filter(({ outcome }) => outcome.cents > 0)
  .map(({ publicPath }) => publicPath)

let world: World
let openapi: OpenApiSource
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], idle: POOLS, env: { ...PAYABLE, ...SELLS_ALL } })
  const read = await getOpenAPI(world.baseUrl)
  const source = read.unwrapOr(null)
  if (source === null || isOpenApiParseFailure(source)) throw new Error(JSON.stringify(source))
  openapi = source
})
afterAll(() => world.close())

describe('what @agentcash/discovery says of the OpenAPI document', () => {
  test('no warning for the document, its guidance, the favicon and the places of old', async () => {
    expect(getWarningsForOpenAPI(openapi)).toEqual([])
    expect(getWarningsForL4(checkL4ForOpenAPI(openapi))).toEqual([])
    expect(await getWarningsForFavicon(world.baseUrl)).toMatchObject({ value: [] })
    const legacy = await probeLegacyWellKnown(world.baseUrl)
    expect(getWarningsForLegacyWellKnown(legacy.unwrapOr({ x402: true, mpp: true }))).toEqual([])
  })

  test('no warning for the routes, but that a whole catalog is many', () => {
    const found = getWarningsForL2(checkL2ForOpenAPI(openapi)).filter(({ severity }) => severity !== 'info')
    // Each outcome is an operation of its own, as its price is: forty of them are too many for that warning.
    expect(found.map(({ code }) => code)).toEqual(['L2_ROUTE_COUNT_HIGH'])
  })

  test('no warning for any operation, and a price for each that is paid', () => {
    for (const { path, method } of openapi.routes) {
      const operation = getL3ForOpenAPI(openapi, path, method)
      expect(getWarningsForL3(operation), `${method} ${path}`).toEqual([])
    }
    const paid = openapi.routes.filter(({ authMode }) => authMode === 'paid').map(({ path }) => path)
    expect(paid).toEqual(expect.arrayContaining(priced))
  })
})

/** What is bought by x402 and is no outcome. */
const SALES = ['day-pass', 'week-pass', 'month-pass', 'balance/fund'].map((sale) => `/api/v1/outcomes/${sale}`)

describe('the 402 of everything that is paid', () => {
  const unpaid: { path: string; answer: Answer; header: ReturnType<typeof decodePaymentRequiredHeader> }[] = []
  beforeAll(async () => {
    for (const path of [...priced, ...SALES]) {
      const answer = await world.request('POST', path, { body: {} })
      const header = decodePaymentRequiredHeader(answer.headers.get('payment-required') ?? '')
      unpaid.push({ path, answer, header })
    }
  })

  /** The paths whose 402 is not so, with what is told of it. */
  const offenders = (problemOf: (one: (typeof unpaid)[number]) => unknown) =>
    unpaid.flatMap((one) => {
      const problem = problemOf(one)
      return problem === null ? [] : [`${one.path}: ${JSON.stringify(problem)}`]
    })

  test('is a 402, whose header says nothing that its body does not', () => {
    expect(unpaid.length).toBeGreaterThan(100)
    expect(offenders(({ answer: { status } }) => (status === 402 ? null : status))).toEqual([])
    expect(offenders(({ header }) => (isPaymentRequiredV2(header) ? null : header))).toEqual([])
    expect(unpaid.map(({ answer }) => answer.body)).toMatchObject(unpaid.map(({ header }) => ({ ...header })))
  })

  test('has no warning of @agentcash/discovery', () => {
    expect(offenders(({ answer: { body } }) => getWarningsFor402Body(body)[0] ?? null)).toEqual([])
    const invalid = offenders(({ answer: { body } }) => {
      const { valid, issues } = validatePaymentRequiredDetailed(body, {
        requireInputSchema: true,
        requireOutputSchema: true,
      })
      return valid && issues.length === 0 ? null : issues
    })
    expect(invalid).toEqual([])
  })

  test('tells bazaar how to call it', () => {
    const untold = offenders(({ header: { extensions } }) => {
      // Safe: that it is one is what is tested.
      const bazaar = extensions?.['bazaar'] as DiscoveryExtension & Record<string, unknown>
      const read = validateAndExtract(bazaar)
      const { method } = Object(read.info?.input)
      return validateDiscoveryExtensionSpec(bazaar).valid && read.valid && method === 'POST' ? null : read
    })
    expect(untold).toEqual([])
  })
})
