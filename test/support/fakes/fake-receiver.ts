import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as a receiver got it. `headers` are those that a verifier needs. */
export type Received = {
  path: string
  headers: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }
  body: string
  type: string
  at: number
}

/**
 * A receiver of webhooks on this machine. The first part of the path says what it answers: a status (`/410`), `hang`,
 * `forever` (an answer without end), `redirect`, or with 200. `busy-first` is busy for one delivery and asks for a pause.
 */
export async function startFakeReceiver() {
  const received: Received[] = []
  let busy = 1
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const header = (name: string) => String(request.headers[name] ?? '')
      received.push({
        path: request.url ?? '',
        headers: {
          'webhook-id': header('webhook-id'),
          'webhook-timestamp': header('webhook-timestamp'),
          'webhook-signature': header('webhook-signature'),
        },
        body,
        // Safe: the payload of an event.
        type: (JSON.parse(body) as { type: string }).type,
        at: Date.now(),
      })
      answer(response, request.url?.split('/')[1] ?? '')
    })
  })
  const answer = (response: ServerResponse, how: string) => {
    if (how === 'hang') return
    if (how === 'busy-first' && busy-- > 0) {
      response.writeHead(503, { 'retry-after': '1' }).end('busy')
      return
    }
    if (how === 'redirect') {
      response.writeHead(302, { location: '/ok' }).end()
      return
    }
    if (how === 'forever') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(400)), 5)
      response.on('close', () => clearInterval(timer))
      return
    }
    response.writeHead(/^\d{3}$/.test(how) ? Number(how) : 200).end('taken')
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server listening on a host and port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    received,
    /** An address of this receiver, and the exception that lets it be reached. */
    url: (path: string, host = 'hooks.test') => `http://${host}:${port}/${path}`,
    allow: ['hooks.test', 'dead.test', 'callback.test'].map((host) => `${host}:${port}=127.0.0.1`).join(','),
    on: (path: string) => received.filter((one) => one.path === `/${path}`),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
