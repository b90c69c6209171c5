import { type Db, openDb } from '#shared/db/open-db.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'
import { freePort } from '#shared/playground/free-port.ts'

import type { TestBase } from '../support/fakes/chains.ts'
import type { Machine } from './machine.ts'
import { cpuMs, cpuMsOf, postgresCpuMs, startProcess, type Started } from './processes.ts'

/** The price of hash-text, asked by everybody. */
export const AMOUNT = 10_000n
/** Milliseconds between two looks for a block, of everybody; POLL_MS=200 is what ours ships with. */
export const POLL_MS = process.env['POLL_MS'] ?? '5'
const GAS = { wei: 10n ** 20n }
const SECRET = 'bench-secret-bench-secret-bench-secret-01'

/** The limits of one client address are off: the bench is one. */
export const RAISED: Record<string, string> = { LIMITS: 'off' }

/** A server that is paid by x402, and whom to ask for verify and settle themselves. */
export type Way = {
  name: string
  payTo: string
  /** Where the paid call is. */
  url: string
  path: string
  /** The facilitator behind it; null where it is inside. */
  facilitator: { url: string; headers: Record<string, string> } | null
  /** CPU milliseconds used so far, by part; for differences. */
  cpuMs: () => Record<string, number>
}

type Ready = { processes: Started[]; way: Way }

/** Ours, as shipped but for the looks for a block: settlement-watch that settles, one outcome worker, one ingress; durable PostgreSQL and Redis. */
export async function startOurs(machine: Machine, chain: TestBase): Promise<Ready & { db: Db }> {
  const payTo = chain.address()
  const port = String(await freePort())
  const settlementUrl = `http://127.0.0.1:${port}`
  const databaseUrl = await machine.database('bench_x402')
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/1`,
    SERVER_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    DRAIN_MS: '0',
    BASE_PAY_TO: payTo,
    SETTLEMENT_URL: settlementUrl,
    ...RAISED,
  }
  const { privateKey } = await chain.wallet(GAS)
  const settles = { SETTLEMENT_PORT: port, BASE_RPC_URL: chain.rpcUrl, BASE_SETTLEMENT_KEYS: privateKey, POLL_MS }
  const health = { serves: 'health' } as const
  const housekeeper = await startProcess(
    'test/bench/rows/x402-settlement-watch.ts',
    ['settlement-watch'],
    { ...env, ...settles },
    health,
  )
  const worker = await startProcess('workers/main.ts', ['outcome'], env, health)
  const ingress = await startProcess('ingress/main.ts', [], env, { serves: 'http' })
  return {
    processes: [ingress, worker, housekeeper],
    db: openDb(databaseUrl, 2),
    way: {
      name: 'ours',
      payTo,
      url: ingress.baseUrl,
      path: '/api/v1/outcomes/hash-text',
      facilitator: { url: settlementUrl, headers: { authorization: `Bearer ${settlementBearer(SECRET)}` } },
      cpuMs: () => ({
        ingress: cpuMs(ingress.pid),
        worker: cpuMs(worker.pid),
        settlement: cpuMs(housekeeper.pid),
        postgres: postgresCpuMs(),
        redis: cpuMsOf('redis-server'),
        anvil: cpuMsOf('anvil'),
      }),
    },
  }
}

/** `@x402/express` with the stock facilitator, over HTTP or in its own process; it waits for blocks as ours does. */
export async function startExpress(chain: TestBase, where: 'http' | 'inside'): Promise<Ready> {
  const payTo = chain.address()
  const { privateKey } = await chain.wallet(GAS)
  const settles = { RPC_URL: chain.rpcUrl, GAS_KEY: privateKey, POLL_MS }
  const env = { NODE_ENV: 'production', PAY_TO: payTo, AMOUNT: AMOUNT.toString() }
  const http = { serves: 'http' } as const
  const path = '/hash-text'
  if (where === 'inside') {
    const server = await startProcess('test/bench/rows/x402-express.ts', [], { ...env, ...settles }, http)
    return {
      processes: [server],
      way: {
        name: 'express, inside',
        payTo,
        url: server.baseUrl,
        path,
        facilitator: null,
        cpuMs: () => ({ server: cpuMs(server.pid), anvil: cpuMsOf('anvil') }),
      },
    }
  }
  const facilitator = await startProcess('test/bench/rows/x402-facilitator.ts', [], settles, http)
  const asks = { ...env, FACILITATOR_URL: facilitator.baseUrl }
  const server = await startProcess('test/bench/rows/x402-express.ts', [], asks, http)
  return {
    processes: [server, facilitator],
    way: {
      name: 'express, http',
      payTo,
      url: server.baseUrl,
      path,
      facilitator: { url: facilitator.baseUrl, headers: {} },
      cpuMs: () => ({
        server: cpuMs(server.pid),
        facilitator: cpuMs(facilitator.pid),
        anvil: cpuMsOf('anvil'),
      }),
    },
  }
}
