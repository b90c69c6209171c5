import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { receiptRoutes } from '#workers/settlement/receipt-routes.ts'
import { settlementHandler } from '#workers/settlement/settlement-handler.ts'

import { requests, type Sent } from '#test/market/answered.ts'
import { DOCUMENT, type DocumentedRoute } from '#test/market/document.ts'
import { proveWallet, registerAccount, type Registered } from '#test/support/world/market.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'market-document-'))
let world: World
let owner: Registered
let other: Registered
let key: Record<string, string>
const settlement = createServer()
beforeAll(async () => {
  const port = await freePort()
  const env = { DATA_DIR: dataDir, SETTLEMENT_URL: `http://127.0.0.1:${port}` }
  world = await openWorld({ backend: 'postgres', pools: ['media-processing'], env })
  const bearer = settlementBearer(world.config.SERVER_SECRET)
  const routes = receiptRoutes(testSigner, () => new Date())
  settlement.on('request', settlementHandler({ routes, bearer, log: createLog('silent') }))
  await new Promise<void>((done) => settlement.listen(port, '127.0.0.1', done))
  await world.ready()
  owner = await registerAccount(world)
  other = await registerAccount(world)
  await proveWallet(world, other)
  key = { 'x-api-key': String((await owner.request('POST', '/api/auth/keys')).body['api_key']) }
})
afterAll(async () => {
  await world.close()
  await new Promise((done) => settlement.close(done).closeAllConnections())
  rmSync(dataDir, { recursive: true, force: true })
})

const request = requests(
  () => world,
  () => owner,
  () => other,
)
const nameOf = ({ method, path }: DocumentedRoute) => `${method} ${path}`
const ROWS = DOCUMENT.filter(({ calledIn }) => calledIn === undefined)

const send = async ({ method }: DocumentedRoute, { path, body, form }: Sent, headers: Record<string, string>) => {
  if (form === undefined) return world.request(method, path, { headers, ...(body === undefined ? {} : { body }) })
  const response = await fetch(world.baseUrl + path, { method, headers, body: form })
  return { status: response.status, headers: response.headers, body: Object(await response.json()) }
}
const sentFor = (row: DocumentedRoute): Promise<Sent> => {
  const made = new Map(Object.entries(request)).get(nameOf(row))
  if (made === undefined) throw new Error(`nobody asks ${nameOf(row)}: add it to test/market/answered.ts`)
  return made()
}

describe('an endpoint of the marketplace document answers as it says', () => {
  test.each(ROWS.map((row) => [nameOf(row), row] as const))('%s', async (_, row) => {
    const isKeyed = row.credential === 'key' || row.credential === 'bearer'
    const answer = await send(row, await sentFor(row), isKeyed ? owner.bearer : {})
    expect(answer.status, JSON.stringify(answer.body)).toBe(row.status)
    const type = row.path.endsWith('/delivery') ? 'text/markdown' : 'application/json'
    expect(answer.headers.get('content-type')).toContain(type)
    if (!isKeyed) return

    const { path, body } = await sentFor(row)
    expect((await send(row, { path, body }, {})).status, 'without a credential').toBe(401)
    const byKey = await send(row, await sentFor(row), key)
    expect(byKey.status, 'with X-API-Key').toBe(row.credential === 'bearer' ? 401 : answer.status)
  })
})

describe('a query of the marketplace document is taken to its limits and no further', () => {
  const limited = ROWS.flatMap((row) =>
    // A URL has a form, not limits: test/flow/market/after-sale.test.ts asks with right and wrong ones.
    Object.entries(row.query ?? {})
      .filter(([name]) => name !== 'delivery_url')
      .map(([name, limits]) => [`${nameOf(row)} ${name}`, row, name, limits] as const),
  )
  test.each(limited)('%s', async (_, row, name, { minimum, maximum, maxLength, enum: words, default: usual }) => {
    const { path } = await sentFor(row)
    const statusOf = async (value: string | number) =>
      (await send(row, { path: `${path}?${name}=${encodeURIComponent(value)}` }, owner.bearer)).status
    const right = [minimum, maximum, maxLength === undefined ? undefined : 'a'.repeat(maxLength), ...(words ?? ['x'])]
    const numbers = minimum !== undefined || maximum !== undefined
    for (const value of right.filter((one) => one !== undefined && !(numbers && one === 'x')))
      expect(await statusOf(value ?? ''), `${name}=${value ?? ''}`).toBe(row.status)
    const wrong = [
      ...(minimum === undefined ? [] : [minimum - 1, 'x']),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
      ...(words === undefined ? [] : ['of-no-kind']),
    ]
    for (const value of wrong) expect(await statusOf(value), `${name}=${value}`).toBe(422)
    if (typeof usual !== 'number') return
    const { body } = await send(row, { path }, owner.bearer)
    const isUsual = name in body ? body[name] === usual : Object(body['items']).length <= usual
    expect(isUsual, 'what holds when nothing is said').toBe(true)
  })
})
