import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { callRpc, rpcAnswerOf, rpcBody, RpcRefused } from './json-rpc.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a node; its URL contains a key. */
async function node(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a listening server has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key?token=secret-key`
}

const saying = (text: string, status = 200) => node((_, response) => response.writeHead(status).end(text))
const asked = (url: string) => callRpc(url, { method: 'm' }, 30_000)

test('a request names its method and its parameters, which may be none', () => {
  expect(JSON.parse(rpcBody({ method: 'eth_call', params: [{ to: '0x1' }, 'latest'] }))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: '0x1' }, 'latest'],
  })
  expect(JSON.parse(rpcBody({ method: 'getHealth' }))).toMatchObject({ params: [] })
})

test('the result is returned, and null is a result', async () => {
  expect(await asked(await saying('{"result":{"a":1},"error":null}'))).toEqual({ a: 1 })
  expect(await asked(await saying('{"result":null}'))).toBeNull()
})

test('an error of the node is refused with its code, its data and the HTTP status', async () => {
  const url = await saying('{"error":{"code":3,"message":"execution reverted","data":"0x"}}', 429)
  const error: unknown = await asked(url).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RpcRefused)
  expect(error).toMatchObject({ code: 3, message: 'execution reverted', data: '0x', status: 429 })
})

test.each<[string, () => Promise<string>]>([
  ['neither result nor error', () => saying('{}')],
  ['an error without a code', () => saying('{"error":{"message":"no"}}')],
  ['an error without a message', () => saying('{"error":{"code":3}}')],
  ['an error that is a text, beside a result', () => saying('{"error":"no","result":1}')],
  ['no object', () => saying('[]')],
  ['no JSON', () => saying('<html>')],
  ['a redirect', () => node((_, response) => response.writeHead(307, { location: '/' }).end('{"result":1}'))],
  ['more than 8 MiB', () => saying(JSON.stringify({ result: 'a'.repeat(9 << 20) }))],
  ['nothing but a closed connection', () => node((request) => request.socket.destroy())],
])('%s is no answer, and the message keeps the URL to itself', async (_, start) => {
  const error: unknown = await asked(await start()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(RpcRefused)
  expect(String(error)).not.toContain('secret-key')
})

test('whatever a node answers, it is read as an answer or as none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const answer = rpcAnswerOf(body)
      expect(answer === null || typeof answer === 'object').toBe(true)
    }),
  )
})
