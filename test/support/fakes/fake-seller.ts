import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

/** What reached a seller. */
export type SellerAsked = { path: string; headers: IncomingMessage['headers']; body: string }

type Way = (response: ServerResponse, asked: SellerAsked) => void

const json = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}
const wordsIn = ({ body }: SellerAsked) =>
  String(Object(JSON.parse(body)).text ?? '')
    .split(/\s+/)
    .filter(Boolean).length

/** How a seller answers and fails, by path. Each good answer is `{words: n}`. */
const WAYS: Readonly<Record<string, Way>> = {
  good: (response, asked) => json(response, { words: wordsIn(asked) }),
  slow: (response, asked) => void setTimeout(() => json(response, { words: wordsIn(asked) }), 1_500),
  'error-500': (response) => json(response, { words: 1 }, 500),
  refusal: (response) => json(response, { error: 'no' }, 422),
  hangs: () => undefined,
  'closes-at-once': (response) => response.destroy(),
  'wrong-type': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{"words":1}'),
  'not-json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"words":'),
  'other-schema': (response) => json(response, { words: 'many' }),
  redirect: (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  'too-large': (response) => json(response, { words: 1, padding: 'x'.repeat(1_100_000) }),
  'streams-for-ever': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write('"'.padEnd(100_000)), 5)
    response.once('close', () => clearInterval(timer))
  },
  bomb: (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50_000_000, ' '))),
  'no-utf8': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
  'wrong-encoding': (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{"words":1}'),
  'huge-headers': (response) => json(response, { words: 1 }, 200, { 'x-huge': 'h'.repeat(20_000) }),
  'deep-answer': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  'tells-signature': (response, { headers }) => json(response, { words: 1, seen: headers['webhook-signature'] }),
  'tells-secret': (response, { headers }) => json(response, { words: 1, seen: headers['x-own-key'] }),
}

/**
 * A server with a seller's API, `/<way>/<anything>`, whose paths can be told to answer from now on as another way does. For
 * tests only.
 */
export async function startFakeSeller() {
  const asked: SellerAsked[] = []
  const instead = new Map<string, string>()
  const open = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    void (async () => {
      const seen = { path: (request.url ?? '/').slice(1), headers: request.headers, body: await text(request) }
      asked.push(seen)
      open.most = Math.max(open.most, (open.now += 1))
      response.once('close', () => (open.now -= 1))
      const isTest = request.headers['x-farebox-test'] === 'true'
      const way = WAYS[isTest ? 'good' : (instead.get(seen.path) ?? seen.path.split('/')[0] ?? '')] ?? WAYS['good']
      way?.(response, seen)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    asked,
    /** Requests that are open, and the most that were at once. */
    open,
    /** The exception by which its address is reached. */
    allow: `seller.test:${port}=127.0.0.1`,
    url: (path: string) => `http://seller.test:${port}/${path}`,
    answerAs: (path: string, way: string) => instead.set(path, way),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The ways that fail a call. */
export const FAILING_WAYS = Object.keys(WAYS).filter((way) => !['good', 'slow'].includes(way))
