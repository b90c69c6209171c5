import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Log } from '#shared/log.ts'

import { dial } from '../dial.ts'
import type { EgressPolicy } from '../policy.ts'
import { forwardHttp } from './forward-http.ts'
import { pauseFor, type ProxyDeps } from './open-target.ts'
import { Traffic, type TrafficCounts, type TrafficLimits } from './traffic.ts'
import { tunnel, upgrade } from './tunnel.ts'

const LIMITS: TrafficLimits = { maxOpen: 64, maxTotal: 1_000, maxBytes: 64 * 1024 * 1024, idleMs: 20_000 }

export type EgressProxy = {
  /** `http://127.0.0.1:port`, for `--proxy-server` or the proxy of a browser context. */
  url: string
  port: number
  counts: () => TrafficCounts
  /** Closes all connections at once. */
  close: () => Promise<void>
}

/**
 * Starts a forward proxy on loopback that applies the egress policy to every request: CONNECT, plain HTTP and upgrades.
 * Answers 403 if denied, 502 if unreachable and 429 if the limits are reached, without a reason. Cheap enough for one
 * per job, so that limits and counts are per job.
 */
export async function startEgressProxy(options: {
  policy: EgressPolicy
  log: Log
  limits?: Partial<TrafficLimits>
  dial?: ProxyDeps['dial']
  pause?: ProxyDeps['pause']
}): Promise<EgressProxy> {
  const { policy, log } = options
  const traffic = new Traffic({ ...LIMITS, ...options.limits })
  const deps: ProxyDeps = { policy, log, traffic, dial: options.dial ?? dial, pause: options.pause ?? pauseFor }
  const faulty = (error: unknown) => log.error({ err: error }, 'egress proxy fault')
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, maxHeaderSize: 65_536 })
  server.on('request', (request, response) => void forwardHttp(deps, request, response).catch(faulty))
  server.on('connect', (request, socket, head) => void tunnel(deps, request, socket, head).catch(faulty))
  server.on('upgrade', (request, socket, head) => void upgrade(deps, request, socket, head).catch(faulty))
  server.on('clientError', (_error, socket) => socket.destroy())
  const inside = new Set<{ destroy: () => unknown }>()
  server.on('connection', (socket) => {
    inside.add(socket)
    socket.once('close', () => inside.delete(socket))
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  // Safe: a listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    counts: () => traffic.counts,
    async close() {
      traffic.end()
      for (const socket of inside) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
