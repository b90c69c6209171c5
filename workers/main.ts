import { type Db, openDb } from '#shared/db/open-db.ts'
import { waitForDb } from '#shared/db/wait-for-db.ts'
import { catalog } from '#shared/outcomes/catalog.ts'
import { boot } from '#shared/process/boot.ts'
import { openQueues } from '#shared/queues/backend.ts'
import { POOLS, type Pool } from '#shared/queues/pools.ts'

import { processMetrics, startHealthServer } from './health-server.ts'
import { startSettlement } from './settlement/start-settlement.ts'
import { startWorkers } from './start-workers.ts'

/** `node workers/main.ts outcome screenshot`: serves these pools; without names, all six. */
await boot('worker', async (config, log) => {
  const names = poolsOrExit(process.argv.slice(2))
  const settlement = names.includes('settlement-watch') ? await startSettlement({ config, log }) : null
  const db = openDb(config.DATABASE_URL, config.DB_POOL_MAX, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
  // BullMQ's PostgreSQL backend never recovers from a database that was away when it was built.
  await waitForDb(db.pg, log)
  const queues = openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log })
  const registry = processMetrics()
  const workers = startWorkers({ config, log, db, queues, catalog, registry }, names)
  let stopping = false
  const health = await startHealthServer({
    config,
    log,
    registry,
    ready: async () => ({ ok: !stopping && (await queues.ready()) && (await answers(db)), pools: names, stopping }),
  })
  log.info({ pools: names, queue: queues.kind }, 'worker ready')
  return {
    async stop() {
      stopping = true
      await workers.stop()
      await settlement?.close()
      await health?.close()
      await queues.close()
      await Promise.race([db.close(), new Promise((done) => setTimeout(done, 3_000).unref())])
    },
  }
})

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
