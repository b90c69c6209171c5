import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { type UpstreamId, upstreams } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

export type Seen = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

/** What a fixture does with one request. */
export type Scenario = (response: ServerResponse, seen: Seen) => void

const send = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  more: Record<string, string> = {},
) => response.writeHead(status, { 'content-type': type, ...more }).end(body)
const asJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Every way in which an upstream answers, or does not. */
export const scenarios = {
  ok:
    (value: unknown, headers: Record<string, string> = {}): Scenario =>
    (response) =>
      send(response, 200, 'application/json; charset=utf-8', asJson(value), headers),
  /** Any status, type and body. */
  reply:
    (status: number, body: unknown, type = 'application/json', headers: Record<string, string> = {}): Scenario =>
    (response) =>
      send(response, status, type, asJson(body), headers),
  notFound:
    (body: unknown = { message: 'not found' }): Scenario =>
    (response) =>
      send(response, 404, 'application/problem+json', asJson(body)),
  rateLimited:
    (retryAfterS?: number): Scenario =>
    (response) =>
      send(
        response,
        429,
        'text/plain',
        'Too Many Requests',
        retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
      ),
  /** Takes the request and never answers. */
  slow: (): Scenario => () => {},
  garbage: (): Scenario => (response) => send(response, 200, 'application/json', '{"extract": "half of a sen'),
  html: (): Scenario => (response) =>
    send(response, 200, 'text/html; charset=utf-8', '<!doctype html><title>Are you a robot?</title><form>…</form>'),
  error500: (): Scenario => (response) => send(response, 500, 'text/plain', 'Internal Server Error'),
  unavailable:
    (retryAfterS?: number): Scenario =>
    (response) =>
      send(
        response,
        503,
        'text/html',
        '<h1>Service Unavailable</h1>',
        retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
      ),
  /** 200, the right type, and an error in the body. */
  errorInside200:
    (body: unknown): Scenario =>
    (response) =>
      send(response, 200, 'application/json', asJson(body)),
  /** 30 MB of JSON, with its length. */
  huge:
    (bytes = 30 * 1024 * 1024): Scenario =>
    (response) =>
      send(response, 200, 'application/json', Buffer.alloc(bytes, '[1,1]'), { 'content-length': String(bytes) }),
  /** A small gzip file that unpacks to so many bytes. */
  bomb:
    (bytes = 30 * 1024 * 1024): Scenario =>
    (response) =>
      send(response, 200, 'application/json', gzipSync(Buffer.alloc(bytes, ' ')), { 'content-encoding': 'gzip' }),
  gzipped:
    (value: unknown): Scenario =>
    (response) =>
      send(response, 200, 'application/json', gzipSync(asJson(value)), { 'content-encoding': 'gzip' }),
  /** Promises more than it sends, then hangs up. */
  lengthTooLong: (): Scenario => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"cut":')
    setImmediate(() => response.destroy())
  },
  /** Promises less than it sends: what a reader gets is cut off. */
  lengthTooShort: (): Scenario => (response) => {
    response.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"whole": "no"}',
    )
  },
  /** A body that never ends, a little at a time. */
  endless: (): Scenario => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write('[1,'), 10)
    response.on('close', () => clearInterval(timer))
  },
  /** Headers and nothing after them. */
  stuck: (): Scenario => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
  },
  /** Bytes instead of HTTP. */
  raw:
    (bytes: Uint8Array): Scenario =>
    (response) => {
      response.socket?.end(bytes)
    },
  reset: (): Scenario => (response) => {
    response.socket?.destroy()
  },
  redirect:
    (location: string, status = 302): Scenario =>
    (response) =>
      response.writeHead(status, { location }).end(),
} as const

/**
 * A real HTTP server that stands for every upstream: each has its own prefix, so that one server serves all. A path
 * answers as it was told to, in turn when several scenarios are given (the last one stays), and 501 when it was not.
 */
export async function startUpstreamFixtures() {
  const plans = new Map<string, Scenario[]>()
  const requests: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://fixture')
      const seen: Seen = {
        method: request.method ?? '',
        path: decodeURI(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(seen)
      const plan = planFor(seen.path)
      if (plan === undefined) send(response, 501, 'text/plain', `no fixture for ${seen.path}`)
      else ((plan.length > 1 ? plan.shift() : plan[0]) ?? scenarios.error500())(response, seen)
    })
    response.on('error', () => {})
  })
  const planFor = (path: string) =>
    plans.get(path) ?? [...plans].find(([known]) => known.endsWith('*') && path.startsWith(known.slice(0, -1)))?.[1]
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const matching = (path: string) =>
    requests.filter((seen) => (path.endsWith('*') ? seen.path.startsWith(path.slice(0, -1)) : seen.path === path))

  return {
    url,
    /** The base URL of an upstream here, with the placeholders that its real one has. */
    base: (id: UpstreamId) => [`${url}/${id}`, ...((upstreams[id].url ?? '').match(/\{\w+\}/g) ?? [])].join('/'),
    /** Settings that point upstreams here. */
    env(...ids: UpstreamId[]): Record<string, string> {
      return Object.fromEntries(ids.map((id) => [settingNames(id).url, this.base(id)]))
    },
    /**
     * Tells a path what to answer: `fixtures.on('/wikipedia/en/api/rest_v1/page/summary/Ada', scenarios.ok({...}))`. The
     * path is compared percent-decoded; a `*` at its end stands for the rest.
     */
    on(path: string, ...plan: [Scenario, ...Scenario[]]) {
      plans.set(path, plan)
    },
    /** How often a path was asked. */
    count: (path: string) => matching(path).length,
    /** What came in, oldest first. */
    seen: matching,
    /** Forgets plans and counts. */
    reset() {
      plans.clear()
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type UpstreamFixtures = Awaited<ReturnType<typeof startUpstreamFixtures>>
