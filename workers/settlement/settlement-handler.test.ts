import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'

import { settlementHandler, type SettlementRoute } from './settlement-handler.ts'

const BEARER = 'the-bearer-of-our-own-processes'
const routes: SettlementRoute[] = [
  { method: 'POST', path: '/echo', handle: (body) => ({ body: body ?? null }) },
  { method: 'GET', path: '/echo', handle: () => ({ hello: true }) },
  { method: 'GET', path: '/refuses', handle: () => Promise.reject(new Refusal('conflict', 'Not twice.')) },
  {
    method: 'GET',
    path: '/breaks',
    handle: () => {
      throw new TypeError('a mistake of ours: hunter2')
    },
  },
]
const logged: string[] = []
const log = createLog('error', { write: (line) => void logged.push(line) })

let server: Server
let baseUrl = ''
beforeAll(async () => {
  server = createServer(settlementHandler({ routes, bearer: BEARER, log }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done).closeAllConnections()))

async function ask(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${BEARER}`, ...init.headers }
  const response = await fetch(baseUrl + path, { ...init, headers })
  const body: unknown = await response.json()
  return { status: response.status, body, cache: response.headers.get('cache-control') }
}

test('a request with the bearer reaches its route, by path and method', async () => {
  expect(await ask('/echo?x=1')).toEqual({ status: 200, body: { hello: true }, cache: 'no-store' })
  expect(await ask('/echo', { method: 'POST', body: '[1]' })).toMatchObject({ status: 200, body: { body: [1] } })
})

test.each([
  ['none', ''],
  ['another', 'Bearer x'],
  ['a part', `Bearer ${BEARER.slice(0, -1)}`],
  ['more', `Bearer ${BEARER}x`],
  ['another scheme', `Basic ${BEARER}`],
])('a request with %s is told nothing, not even what there is', async (_, authorization) => {
  for (const path of ['/echo', '/nowhere']) {
    expect(await ask(path, { headers: { authorization } })).toMatchObject({
      status: 401,
      body: { ok: false, code: 'unauthorized' },
    })
  }
})

test.each([
  ['GET', '/nowhere', 404, 'not_found'],
  ['GET', '/echo/', 404, 'not_found'],
  ['DELETE', '/echo', 405, 'method_not_allowed'],
  ['GET', '/refuses', 409, 'conflict'],
] as const)('%s %s is %i', async (method, path, status, code) => {
  expect(await ask(path, { method })).toMatchObject({ status, body: { ok: false, code } })
})

test('a fault is logged and told without its cause', async () => {
  const answer = await ask('/breaks')
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect(JSON.stringify(answer)).not.toContain('hunter2')
  expect(logged.join('')).toContain('the settlement server failed')
})

test('a body over the limit is refused, with or without its length declared', async () => {
  const body = JSON.stringify('x'.repeat(70_000))
  expect(await ask('/echo', { method: 'POST', body })).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  })
  const stream = new Blob([body]).stream()
  const answer = await ask('/echo', { method: 'POST', body: stream, duplex: 'half' })
  expect(answer).toMatchObject({ status: 413 })
})

test('a body that breaks off takes nothing down', async () => {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  socket.on('error', () => {})
  const head = `POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${BEARER}\r\nContent-Length: 100\r\n\r\n{"a`
  await new Promise<void>((done) => socket.write(head, () => done()))
  socket.destroy()
  expect(await ask('/echo')).toMatchObject({ status: 200 })
})

test('whatever the body, the answer is its JSON or 400', async () => {
  const anyBody = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 40 }))
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const { status } = await ask('/echo', {
        method: 'POST',
        body: typeof body === 'string' ? body : Buffer.from(body),
      })
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 60 },
  )
})
