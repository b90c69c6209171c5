import { setTimeout as pause } from 'node:timers/promises'

import type { Registry } from 'prom-client'

import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { waitForDb } from '#shared/db/wait-for-db.ts'
import { missingData } from '#shared/engines/embedded/optional-data.ts'
import type { Log } from '#shared/log.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { boot } from '#shared/process/boot.ts'
import { openConfiguredQueues } from '#shared/open-configured-queues.ts'
import { openDatabase } from '#shared/open-database.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import { processMetrics, startHealthServer } from './health-server.ts'
import { closedPools } from './pool-notices.ts'
import { startWorkers } from './start-workers.ts'

/** The pools whose every job reads or writes entities. Others load MikroORM, which takes 25 MB, with their first store. */
const USES_ENTITIES = new Set<Pool>(['settlement-watch', 'media-processing'])

/** `node workers/main.ts outcome screenshot` serves these pools; without names, all six. */
await boot('worker', async (config, log, tracer) => {
  const names = poolsOrExit(process.argv.slice(2))
  const db = openDatabase(config, log)
  const registry = processMetrics()
  const settlement = names.includes('settlement-watch') ? await openSettlement(config, log, db, registry) : null
  // Wait here: without its database every pool and task would only log errors.
  await waitForDb(db.pg, log)
  // Loaded before the first job, because that blocks for half a second.
  if (names.some((pool) => USES_ENTITIES.has(pool))) await db.em()
  const queues = openConfiguredQueues(config, log, tracer)
  const workers = startWorkers({ config, log, db, queues, catalog, registry, settlement, tracer }, names)
  let stopping = false
  const health = await startHealthServer({
    config,
    log,
    registry,
    ready: async () => ({
      ok: !stopping && closedPools(workers.notices) === null && (await takesJobs(queues, names)) && (await answers(db)),
      pools: names,
      notices: Object.fromEntries([...workers.notices].map(([pool, { text }]) => [pool, text])),
      stopping,
      lacks: missingData(),
    }),
  })
  log.info({ pools: names, queue: queues.kind }, 'worker ready')
  return {
    async stop() {
      stopping = true
      await workers.stop()
      await settlement?.close()
      await health?.close()
      await queues.close()
      await Promise.race([db.close(), pause(3_000, undefined, { ref: false })])
    },
  }
})

/** Loaded on demand: the chain libraries take 100 MB, and only a process with SETTLEMENT_PORT needs them. */
async function openSettlement(config: Config, log: Log, db: Db, registry: Registry) {
  if (config.SETTLEMENT_PORT === 0) return null
  const { startSettlement } = await import('./settlement/start-settlement.ts')
  return startSettlement({ config, log, db, registry })
}

/** Whether the queues of these pools take jobs; one server is asked once. */
const takesJobs = async ({ isSpread, ready }: QueueBackend, names: readonly Pool[]) =>
  isSpread ? (await Promise.all(names.map((pool) => ready(pool)))).every(Boolean) : ready()

const answers = ({ pg }: Db) =>
  pg.query('select 1').then(
    () => true,
    () => false,
  )

function poolsOrExit(names: readonly string[]): Pool[] {
  const unknown = names.filter((name) => !POOLS.some((pool) => pool === name))
  if (unknown.length > 0) {
    process.stderr.write(`There is no pool called ${unknown.join(', ')}; the pools are ${POOLS.join(', ')}.\n`)
    process.exit(1)
  }
  return names.length === 0 ? [...POOLS] : POOLS.filter((pool) => names.includes(pool))
}
