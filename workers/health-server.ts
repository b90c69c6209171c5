import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { collectDefaultMetrics, Registry } from 'prom-client'

import type { Config } from '#shared/config.ts'
import { anyTokenCheck } from '#shared/lib/any-token-check.ts'
import type { Log } from '#shared/log.ts'

/** State of a worker: `ok`, plus details for the operator. Contains no secrets. */
export type WorkerReadiness = { ok: boolean } & Record<string, unknown>

export type HealthServerOptions = {
  config: Pick<Config, 'HOST' | 'HEALTH_PORT' | 'ADMIN_TOKEN'>
  log: Log
  /** Must not be ready while stopping, or while something the worker needs is down. */
  ready: () => Promise<WorkerReadiness>
  /** The worker's metrics. Default: those of the process (CPU, memory, event-loop delay). */
  registry?: Registry
}

export type HealthServer = { port: number; close: () => Promise<void> }

type Answer = { status: number; type?: string; body: string }

const READY_LIMIT_MS = 2_000
const NOT_FOUND: Answer = json(404, { ok: false, error: 'There is nothing at this path.', code: 'not_found' })

/**
 * Serves /livez, /readyz and /metrics of a worker on HOST:HEALTH_PORT; null if HEALTH_PORT is 0. /metrics needs
 * one of ADMIN_TOKEN as bearer token and answers 404 without it. Throws if the port is not available.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer | null> {
  const { config, log } = options
  if (config.HEALTH_PORT === 0) return null
  return listen(healthHandler(options), config, log)
}

/** Creates the request handler of the health server. */
export function healthHandler({ config, log, ready, registry = processMetrics() }: HealthServerOptions) {
  const isOperator = bearerCheck(config.ADMIN_TOKEN)
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const [path] = (request.url ?? '').split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD') return NOT_FOUND
    if (path === '/livez') return json(200, { ok: true })
    if (path === '/readyz') {
      const state = await readinessWithin(READY_LIMIT_MS, ready)
      return json(state.ok ? 200 : 503, state)
    }
    if (path === '/metrics' && isOperator(request.headers.authorization)) {
      return { status: 200, type: registry.contentType, body: await registry.metrics() }
    }
    return NOT_FOUND
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const {
      status,
      type = 'application/json; charset=utf-8',
      body,
    } = await answerTo(request).catch((error: unknown) => {
      log.error({ err: error }, 'the health server failed')
      return json(500, { ok: false, error: 'Something failed on our side.', code: 'internal' })
    })
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  return (request: IncomingMessage, response: ServerResponse): void => void handle(request, response)
}

function listen(
  handler: ReturnType<typeof healthHandler>,
  { HOST: host, HEALTH_PORT: wanted }: HealthServerOptions['config'],
  log: Log,
): Promise<HealthServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000 }, handler)
  server.maxConnections = 100
  return new Promise((done, fail) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      fail(
        new Error(`HEALTH_PORT ${wanted} on ${host} is not to be had (${error.code ?? error.message}).`, {
          cause: error,
        }),
      )
    server.once('error', refuse)
    server.listen(wanted, host, () => {
      server.off('error', refuse)
      server.on('error', (error) => log.warn({ err: error }, 'health server trouble'))
      // Safe: a server listening on a host and port has such an address.
      const { port } = server.address() as AddressInfo
      done({ port, close: () => closeServer(server) })
    })
  })
}

const closeServer = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

async function readinessWithin(limitMs: number, ready: HealthServerOptions['ready']): Promise<WorkerReadiness> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<WorkerReadiness>((give) => {
    timer = setTimeout(() => give({ ok: false, error: `No answer within ${limitMs} ms.` }), limitMs)
  })
  try {
    return await Promise.race([ready(), tooLate])
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.name : 'Error' }
  } finally {
    clearTimeout(timer)
  }
}

/** Creates a registry with process metrics: CPU, memory, event-loop delay. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Creates a constant-time check for one of the bearer tokens. Without a token it always fails. */
function bearerCheck(tokens: readonly string[] = []): (authorization: string | undefined) => boolean {
  const isToken = anyTokenCheck(tokens)
  return (authorization = '') => {
    const [, candidate] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return candidate !== undefined && isToken(candidate)
  }
}

function json(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) }
}
