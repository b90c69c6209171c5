import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SAMPLE_RECEIPT } from '#shared/money/receipts/sample-receipt.ts'
import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'

import { DESCRIPTOR, type DocumentedEndpoint, ENDPOINTS } from '../catalog/endpoints.ts'
import { OUTCOMES } from '../catalog/document.ts'
import { SELLS_ALL } from '../support/sells-all.ts'
import { encoded, payOnBase } from '../support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '../support/world/x402-world.ts'
import { type Answer, randomId } from '../support/world/world.ts'

const ROOT = resolve(import.meta.dirname, '../..')

type Operation = { security: object[]; responses: Record<string, unknown> }

let world: PaidWorld
let openapi: Record<string, Record<string, Operation>>
beforeAll(async () => {
  world = await openPaidWorld({
    backend: 'postgres',
    env: SELLS_ALL,
    pools: ['outcome', 'settlement-watch', 'router-workflow'],
    idle: ['screenshot', 'pdf-extract', 'media-processing'],
  })
  // Safe: our own document.
  openapi = (await world.request('GET', '/openapi.json')).body['paths'] as typeof openapi
})
afterAll(() => world.close())

const nameOf = ({ method, path }: DocumentedEndpoint) => `${method} ${path}`
const calledHere = ENDPOINTS.filter(({ calledIn }) => calledIn === undefined)
const operationOf = ({ method, path }: DocumentedEndpoint) => openapi[path]?.[method.toLowerCase()]
const isPaid = ({ credential }: DocumentedEndpoint) => credential.includes('x402')
const takesKey = ({ credential }: DocumentedEndpoint) => credential.startsWith('service-key')

const SERVICE_KEYS = '[{"ServiceKey":[]},{"ServiceKeyBearer":[]},{"ServiceKeyAsApiKey":[]}]'

/** Whether a credential as OpenAPI has it is that of a row. Where none is needed, one may still be read. */
function isSecurityOf({ credential }: DocumentedEndpoint, security: object[]): boolean {
  const text = JSON.stringify(security)
  if (credential === 'key') return text.includes('{"ApiKey":[]}') && !text.includes('{}')
  return credential.startsWith('service-key') ? text === SERVICE_KEYS : text === '[]' || text.includes('{}')
}

/** What is sent to an endpoint so that it succeeds: its path with parameters filled in, a query and a body. */
const SENT: Record<string, { path?: string; query?: string; body?: unknown }> = {
  'POST /api/v1/outcomes/balance/trial/claim': { body: { agent_id: randomId() } },
  'POST /api/v1/outcomes/balance/fund': { body: { amount_cents: 100 } },
  'POST /api/v1/outcomes/balance/topup': { body: { amount_cents: 100 } },
  'POST /api/v1/outcomes/balance/revoke': { body: { confirm: true } },
  'POST /api/v1/outcomes/balance/policy': { body: { daily_cents: 50 } },
  'POST /api/v1/outcomes/action-receipt/verify': { body: { receipt: SAMPLE_RECEIPT } },
  'GET /api/v1/outcomes/action-receipt/verify': {
    query: `?receipt=${Buffer.from(JSON.stringify(SAMPLE_RECEIPT)).toString('base64url')}`,
  },
  'POST /api/v1/run': { body: { goal: 'repair this json', input: '{a: 1' } },
  'GET /api/v1/outcomes/pay-probe/{slug}': { path: '/api/v1/outcomes/pay-probe/hash-text' },
}

async function send(row: DocumentedEndpoint, headers: Record<string, string>): Promise<Answer> {
  const { path = row.path, query = '', body = {} } = SENT[nameOf(row)] ?? {}
  return world.request(row.method, path + query, { headers, ...(row.method === 'POST' ? { body } : {}) })
}

async function sendPaid(row: DocumentedEndpoint, headers: Record<string, string>): Promise<Answer> {
  const payment = payOnBase(await send(row, {}))
  if (row.path === '/api/v1/run') return send(row, { ...headers, 'payment-signature': encoded(payment) })
  const slug = row.path.replace('/api/v1/outcomes/', '')
  return world.sendPatiently(slug, SENT[nameOf(row)]?.body ?? {}, payment, headers)
}

/** Members that an answer lacks; `a.b` is one inside of another. */
const missing = (body: unknown, names: readonly string[]) =>
  names.filter((name) => name.split('.').reduce<unknown>((at, part) => Object(at)[part], body) === undefined)

describe('the endpoints of the outcomes document', () => {
  test('are each named once, as many as in the document', () => {
    expect(new Set(ENDPOINTS.map(nameOf)).size).toBe(ENDPOINTS.length)
    const tables = Object.entries(Object.groupBy(ENDPOINTS, ({ table }) => table)).map(([name, { length }]) => [
      name,
      length,
    ])
    expect(Object.fromEntries(tables)).toEqual({
      Payment: 12,
      Receipts: 4,
      Discovery: 19,
      'Seller endpoints': 4,
      Jobs: 4,
    })
  })

  test('that take more than a request are called by a test of their own', () => {
    const named = ENDPOINTS.flatMap(({ path, calledIn }) => (calledIn === undefined ? [] : [{ path, calledIn }]))
    expect(named.length).toBeGreaterThan(0)
    const uncalled = named.filter(({ path, calledIn }) => {
      const text = readFileSync(join(ROOT, calledIn), 'utf8')
      return !path.split(/\{\w+\}/).every((part) => text.includes(part))
    })
    expect(uncalled).toEqual([])
  })

  test('stand in OpenAPI with their credential and their statuses', () => {
    const wrong = ENDPOINTS.flatMap((row) => {
      const operation = operationOf(row)
      if (operation === undefined) return [`${nameOf(row)}: it is not there`]
      const isKeyed = takesKey(row) || row.credential === 'key'
      const statuses = [row.status, ...(isPaid(row) ? [402] : []), ...(isKeyed ? [401] : [])]
      return [
        ...statuses.filter((status) => !(status in operation.responses)).map((status) => `no ${status}`),
        ...(isSecurityOf(row, operation.security) ? [] : [`its security is not that of ${row.credential}`]),
      ].map((difference) => `${nameOf(row)}: ${difference}`)
    })
    expect(wrong).toEqual([])
  })

  test.each(calledHere.map((row) => [nameOf(row), row] as const))('%s answers as documented', async (_, row) => {
    const headers: Record<string, string> = takesKey(row) ? { 'x-service-key': (await world.key(100)).key } : {}
    const answer = await (isPaid(row) ? sendPaid(row, headers) : send(row, headers))
    expect(answer.status, answer.text).toBe(row.status)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(missing(answer.body, row.answers)).toEqual([])
  })

  test.each(calledHere.filter(isPaid).map((row) => [nameOf(row), row] as const))(
    '%s without a payment answers 402 with the ways to pay it',
    async (_, row) => {
      const { status, body } = await send(row, {})
      expect(status).toBe(402)
      const amount = String((row.cents ?? 100) * 10_000)
      expect(body['accepts']).toEqual(
        [SOLANA_USDC, BASE_USDC].map((asset) =>
          expect.objectContaining({ asset, amount, network: expect.any(String), payTo: expect.any(String) }),
        ),
      )
    },
  )

  test.each(
    calledHere.filter(({ credential }) => credential === 'service-key').map((row) => [nameOf(row), row] as const),
  )('%s without a service key answers 401', async (_, row) => {
    expect(await send(row, {})).toMatchObject({ status: 401, body: { ok: false, code: 'unauthorized' } })
  })
})

describe('a top-up', () => {
  const PATH = '/api/v1/outcomes/balance/topup'
  const amountAsked = async (body: object) => {
    const answer = await world.request('POST', PATH, { body })
    const [offer] = Array.isArray(answer.body['accepts']) ? answer.body['accepts'] : []
    return [answer.status, offer?.amount]
  }

  test('takes amount for amount_cents, in cents', async () => {
    expect(await amountAsked({ amount: 250 })).toEqual([402, '2500000'])
    expect(await amountAsked({ amount_cents: 250 })).toEqual([402, '2500000'])
    const { key } = await world.key(100)
    const unpaid = await world.request('POST', PATH, { body: { amount: 250 } })
    const paid = await world.sendPatiently('balance/topup', { amount: 250 }, payOnBase(unpaid), {
      'x-service-key': key,
    })
    expect(paid).toMatchObject({ status: 200, body: { amount_cents: 250, balance_cents: 350 } })
  })

  test('with two different amounts, or none, is refused before any money moves', async () => {
    const { key } = await world.key(100)
    const unpaid = await world.request('POST', PATH, { body: { amount: 250 } })
    for (const [body, field] of [
      [{ amount: 250, amount_cents: 300 }, 'amount'],
      [{}, 'amount_cents'],
    ] as const) {
      const answer = await world.sendPatiently('balance/topup', body, payOnBase(unpaid), { 'x-service-key': key })
      expect(answer).toMatchObject({ status: 422, body: { charged_cents: 0, detail: [{ loc: ['body', field] }] } })
    }
  })
})

describe('the outcomes of the document', () => {
  const slugs = Object.keys(OUTCOMES)
  const free = slugs.filter((slug) => OUTCOMES[slug]?.cents === 0)

  test('are each a POST of OpenAPI that answers 200, and 402 where it costs something', () => {
    const wrong = slugs.filter((slug) => {
      const { responses = {} } = openapi[`/api/v1/outcomes/${slug}`]?.['post'] ?? {}
      return !('200' in responses) || '402' in responses === free.includes(slug)
    })
    expect(wrong).toEqual([])
  })

  test('ask for their documented price, Base first where it is an impulse, and only the scorecard is free', async () => {
    const wrong: string[] = []
    for (const [slug, { cents, impulse }] of Object.entries(OUTCOMES).filter(([, said]) => said.cents > 0)) {
      const { status, body } = await world.call(slug)
      const offers = Array.isArray(body['accepts']) ? body['accepts'] : []
      const [asset, amount] = [offers[0]?.asset, offers[0]?.amount]
      const isAsSaid = asset === (impulse ? BASE_USDC : SOLANA_USDC) && amount === String(cents * 10_000)
      if (status !== 402 || !isAsSaid) wrong.push(`${slug}: ${status}, ${amount} of ${asset}`)
    }
    expect(wrong).toEqual([])
    expect(free).toEqual(['reliability-scorecard'])
    expect((await world.call('reliability-scorecard')).status).not.toBe(402)
  })

  test('have the members of a catalog entry in meta and among the featured', async () => {
    for (const name of ['meta', 'featured']) {
      const { body } = await world.request('GET', `/api/v1/outcomes/${name}`)
      const entries = Array.isArray(body['outcomes']) ? body['outcomes'] : []
      expect(entries.length).toBeGreaterThan(0)
      const lacking = entries.flatMap((entry) => missing(entry, DESCRIPTOR).map((member) => `${entry.slug}: ${member}`))
      expect(lacking).toEqual([])
    }
  })
})
