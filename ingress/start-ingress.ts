import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { forSale } from '#shared/catalog/for-sale.ts'
import { withSiteSamples } from '#shared/catalog/sample-site-samples.ts'
import { keptActors } from '#shared/market/users/kept-actors.ts'
import { openSettling } from '#shared/settling/open-settling.ts'
import { noTracer } from '#shared/tracing/tracer.ts'

import type { CallRequest } from './call/call-request.ts'
import { InFlight } from './call/admission/in-flight.ts'
import { paidCalls } from './call/paid-call.ts'
import { PaymentIntake } from './call/payment/payment-intake.ts'
import { buildApp } from './app.ts'
import type { IngressDeps } from './deps.ts'
import { BodyRoom } from './http/body/body-room.ts'
import { createLimiter } from './http/limiter.ts'
import { reconciledLimiter, redisCounters } from './http/reconciled-limiter.ts'
import { RefusedRequests } from './http/refused-requests.ts'
import type { Route } from './http/route.ts'
import { answerBrokenHttp } from './http/broken-http.ts'
import { limitConnections } from './http/limit-connections.ts'
import { createMeter } from './ops/metrics.ts'
import { createPaymentHealth } from './ops/payment-health.ts'
import { storageWatch } from './http/storage-watch.ts'
import { poolSampler } from './call/admission/pool-samples.ts'
import { poolWatch } from './call/admission/pool-watch.ts'
import { reliabilityCache } from './reliability-cache.ts'
import { allRoutes } from './routes.ts'
import { featuredSlotsCache } from './featured-slots-cache.ts'
import { x402SalesCache } from './x402-sales-cache.ts'

/** x402 headers are large; Node's 16 KiB for all headers together would refuse some. */
const SERVER_LIMITS = {
  maxHeaderSize: 32_768,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}
/** A connection on which nothing moves for this long, or twice it when it was being written to, is cut. No call waits as long. */
const SILENT_SOCKET_MS = 60_000

export type Ingress = { port: number; routes: readonly Route[]; waiting: () => number; stop: () => Promise<void> }

/** Builds the ingress around what it is given and listens. `stop` drains it as money-safe as it can. */
export async function startIngress(
  given: Pick<IngressDeps, 'config' | 'log' | 'db' | 'queues' | 'mint' | 'catalog'> &
    Partial<Pick<IngressDeps, 'tracer'>>,
): Promise<Ingress> {
  const { config, log, db, queues, tracer = noTracer } = given
  const replyTo = randomBytes(9).toString('base64url')
  const board = reliabilityCache(db.pg, log)
  const slots = featuredSlotsCache(db, log)
  const sales = x402SalesCache(db, log)
  const pools = poolSampler(db.pg, log)
  const lastPools = poolWatch(pools, log)
  const storage = storageWatch(config, db.pg, log)
  // Entities are read in now, because that blocks for longer than a request may.
  await Promise.all([storage.look(), db.em()])
  let stopping = false
  const catalog = config.SAMPLE_SITE_PORT === undefined ? given.catalog : withSiteSamples(given.catalog)
  const sold = forSale(catalog)
  const partial = {
    ...given,
    tracer,
    catalog,
    forSale: sold,
    replyTo,
    inFlight: new InFlight(config),
    limiter: createLimiter(queues.redis),
    callLimiter: queues.redis === null ? createLimiter(null) : reconciledLimiter(redisCounters(queues.redis)),
    localLimiter: createLimiter(null),
    keptActors: keptActors(db, given.mint),
    refused: new RefusedRequests(config.limits.refused.points),
    bodyRoom: new BodyRoom(config.LARGE_BODY_MB * 1024 * 1024),
    meter: createMeter(sold, tracer),
    pools,
    lastPools: lastPools.read,
    reliability: board.read,
    slots: slots.read,
    x402Sales: sales.read,
    storage: storage.read,
    now: () => new Date(),
    stopping: () => stopping,
  }
  const settling = openSettling(given)
  const payments = new PaymentIntake({ ...given, settling })
  const paymentHealth = createPaymentHealth({
    config,
    facilitator: settling?.facilitator ?? null,
    now: partial.now,
  })
  const calls = paidCalls({ ...partial, payments, paymentHealth })
  const deps: IngressDeps = {
    ...partial,
    payments,
    paymentHealth,
    paidCall: (request: CallRequest) => calls.call(request),
    planGoal: calls.plan,
  }
  const routes = allRoutes(deps)
  const app = buildApp(deps, routes)
  await queues.hints.subscribe(replyTo, (hints) => calls.waiters.onHints(hints))

  const handle = app.callback()
  const server = createServer(SERVER_LIMITS, (request, response) => void handle(request, response))
  server.maxRequestsPerSocket = 0
  limitConnections(server, { most: config.MAX_CONNECTIONS, trustedHops: config.TRUST_PROXY_HOPS, log })
  server.setTimeout(SILENT_SOCKET_MS)
  server.on('clientError', answerBrokenHttp)
  await listen(server, config.HOST, config.PORT)
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  log.info({ port, host: config.HOST, queue: queues.kind }, 'ingress ready')

  return {
    port,
    routes,
    waiting: () => calls.waiters.size,
    async stop() {
      stopping = true
      board.stop()
      calls.challenges.stop()
      slots.stop()
      sales.stop()
      lastPools.stop()
      storage.stop()
      await pause(config.DRAIN_MS)
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const emptied = (async () => {
        while (partial.inFlight.size > 0) await pause(20)
      })()
      await Promise.race([emptied, pause(config.SHUTDOWN_GRACE_MS)])
      // Who still waits gets 202 and reads the result from another ingress.
      calls.waiters.stop()
      await Promise.race([closed, pause(1_000)])
      server.closeAllConnections()
      await calls.stop()
    },
  }
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      done()
    })
  })
