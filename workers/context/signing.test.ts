import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'

import { receiptRoutes } from '../settlement/receipt-routes.ts'
import { signingDoor } from './signing.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done).closeAllConnections())
})

async function doorTo(answer: RequestListener) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const config = {
    SETTLEMENT_URL: `http://127.0.0.1:${port}`,
    SERVER_SECRET: 's'.repeat(32),
    publicBaseUrl: 'https://x.example',
  }
  return signingDoor(config, createLog('silent'))
}

const TYPE = 'application/vnd.in-toto+json'

describe('what is to be signed', () => {
  test('goes to the settlement process as base64 and comes back as an envelope of it', async () => {
    const [, route] = receiptRoutes(testSigner, () => new Date())
    const door = await doorTo((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => response.end(JSON.stringify(route?.handle(JSON.parse(body)))))
    })
    const envelope = await door.envelope(TYPE, '{"a":"ä"}')
    expect(envelope).toEqual(testSigner.envelope(TYPE, Buffer.from('{"a":"ä"}')))
    expect(envelope.signatures).toMatchObject([{ keyid: testSigner.key.kid }])
  })

  test('has to be of a type of ours', () => {
    const [, route] = receiptRoutes(testSigner, () => new Date())
    for (const body of [
      { payload_type: 'text/plain', payload: 'e30=' },
      { payload_type: TYPE, payload: '!' },
      null,
      'x',
      { payload_type: TYPE },
    ]) {
      expect(() => route?.handle(body)).toThrow('no payload of a type')
    }
  })

  test.each([
    ['another status', 500, '{}'],
    ['no JSON', 200, '<html>'],
    [
      'an envelope of another type',
      200,
      JSON.stringify({ payloadType: 'x', payload: 'e30=', signatures: [{ keyid: 'k', sig: 's' }] }),
    ],
  ])('is refused, uncharged, when the answer is %s', async (_, status, text) => {
    const door = await doorTo((request, response) => {
      request.resume()
      response.writeHead(status).end(text)
    })
    await expect(door.envelope(TYPE, '{}')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(door.keys()).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is refused where there is no settlement process', async () => {
    const config = { SETTLEMENT_URL: undefined, SERVER_SECRET: 's'.repeat(32), publicBaseUrl: 'https://x.example' }
    await expect(signingDoor(config, createLog('silent')).keys()).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('the public keys of receipts are asked for once a minute', async () => {
  let asked = 0
  const door = await doorTo((_, response) => {
    asked += 1
    response.end(JSON.stringify({ ok: true, keys: [testSigner.key] }))
  })
  expect(await door.keys()).toMatchObject([{ kid: testSigner.key.kid }])
  await door.keys()
  expect(asked).toBe(1)
})

describe('a statement', () => {
  const statement = {
    profile: 'readback-v1',
    intended_digest: 'a'.repeat(64),
    observed_digest: 'b'.repeat(64),
    verified: false,
    agent_id: 'agent|7',
    action: '',
    target: 'ä',
    issued_at: '2026-11-20T12:00:00.000Z',
  } as const
  const route = () => receiptRoutes(testSigner, () => new Date()).find(({ path }) => path === '/statements')

  test('comes back with the signature of the settlement process', async () => {
    const door = await doorTo((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => response.end(JSON.stringify(route()?.handle(JSON.parse(body)))))
    })
    expect(await door.statement(statement)).toEqual(testSigner.statement(statement))
    expect(await door.statement({ profile: 'bind1', digest: 'c'.repeat(64) })).toMatchObject({
      key_id: testSigner.key.kid,
    })
  })

  test('has to be of a profile and a form of ours', () => {
    for (const body of [
      null,
      'x',
      { profile: 'action-receipt-v1-rt' },
      { profile: 'bind1', digest: 'not a digest' },
      { ...statement, verified: 'yes' },
      { ...statement, issued_at: 'now' },
      { ...statement, intended_digest: 'A'.repeat(64) },
      { ...statement, action: 'x'.repeat(501) },
    ])
      expect(() => route()?.handle(body)).toThrow('no statement of a profile')
  })
})
