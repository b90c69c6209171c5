import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { askJson } from './ask-json.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(answer: RequestListener): Promise<string> {
  const started = createServer(answer)
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

const asked = { timeoutMs: 30_000 }

describe('askJson', () => {
  test('sends a body as JSON and tells status and answer', async () => {
    const url = await serve((request, response) => {
      const { method, headers } = request
      response.statusCode = 418
      response.end(JSON.stringify({ method, type: headers['content-type'], own: headers['x-own'] }))
    })
    const answer = await askJson(`${url}/path`, { ...asked, body: '{}', headers: { 'x-own': 'yes' } })
    expect(answer).toEqual({ status: 418, body: { method: 'POST', type: 'application/json', own: 'yes' } })
  })

  test('asks without a body by GET, over a kept connection', async () => {
    const ports = new Set<number | undefined>()
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      response.end(JSON.stringify(request.method))
    })
    for (let nth = 0; nth < 3; nth += 1) expect((await askJson(url, asked)).body).toBe('GET')
    expect(ports.size).toBe(1)
  })

  test.each([
    [
      'a redirect',
      (_: unknown, response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
        response.writeHead(302, { location: '/' }).end(),
    ],
    ['no JSON', (_: unknown, response: { end: (text: string) => void }) => response.end('<html>')],
    [
      'an answer that breaks off',
      (
        _: unknown,
        response: {
          writeHead: (status: number, headers: object) => { write: (text: string) => void }
          destroy: () => void
        },
      ) => {
        response.writeHead(200, { 'content-length': '100' }).write('{')
        setImmediate(() => response.destroy())
      },
    ],
  ])('throws at %s', async (_, answer) => {
    // Safe: each listener uses only what it names of a response.
    await expect(askJson(await serve(answer as unknown as RequestListener), asked)).rejects.toThrow(Error)
  })

  test('throws when there is no answer in time', async () => {
    const url = await serve(() => {})
    await expect(askJson(url, { timeoutMs: 50 })).rejects.toThrow('50 ms')
  })

  test('throws when nobody listens', async () => {
    await expect(askJson('http://127.0.0.1:1', asked)).rejects.toThrow('ECONNREFUSED')
  })
})
