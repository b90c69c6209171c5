import { sealer } from '#shared/calls/seal.ts'
import { openDb } from '#shared/db/orm.ts'
import { waitForDb } from '#shared/db/wait-for-db.ts'
import { catalog } from '#shared/outcomes/catalog.ts'
import { boot } from '#shared/process/boot.ts'
import { openQueues } from '#shared/queues/backend.ts'
import { queueOf } from '#shared/queues/catalog.ts'
import { POOLS, type Pool } from '#shared/queues/pools.ts'

import { CallRunner } from './call-runner.ts'
import { buildDoors } from './context/doors.ts'
import { Housekeeping } from './housekeeping/run-tasks.ts'
import { startPulse } from './pulse.ts'
import { startPool } from './start-pool.ts'
import { createThreads } from './threads.ts'

/** `node workers/main.ts outcome screenshot`: serves these pools; without names, all six. */
await boot('worker', async (config, log) => {
  const names = poolsOrExit(process.argv.slice(2))
  const db = await openDb(config.DATABASE_URL, config.DB_POOL_MAX)
  // BullMQ's PostgreSQL backend never recovers from a database that was away when it was built.
  await waitForDb(db.pg, log)
  const queues = openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log })
  const threads = createThreads(config.THREADS)
  const housekeeping = new Housekeeping({ db, queues, log })
  const doors = buildDoors({ config, db })
  const pools = names.map((pool) =>
    startPool({
      pool,
      config,
      log,
      queues,
      runner: new CallRunner(
        { pg: db.pg, hints: queues.hints, log, threads, sealer: sealer(config.SERVER_SECRET), catalog, doors },
        queueOf(pool).concurrency(config),
      ),
      runTask: (task) => housekeeping.run(task),
    }),
  )
  const pulse = startPulse(db.pg, pools, log)
  if (names.includes('settlement-watch')) housekeeping.start()
  log.info({ pools: names, queue: queues.kind }, 'worker ready')

  return {
    async stop() {
      housekeeping.stop()
      await pulse.stop()
      // Takes no new jobs and waits for the active ones; what is left comes back by its lease.
      await within(Promise.all(pools.map(({ worker }) => worker.close())), config.SHUTDOWN_GRACE_MS)
      await threads.close()
      await queues.close()
      await within(db.close(), 3_000)
    },
  }
})

function poolsOrExit(names: readonly string[]): Pool[] {
  const unknown = names.filter((name) => !POOLS.some((pool) => pool === name))
  if (unknown.length > 0) {
    process.stderr.write(`There is no pool called ${unknown.join(', ')}; the pools are ${POOLS.join(', ')}.\n`)
    process.exit(1)
  }
  return names.length === 0 ? [...POOLS] : POOLS.filter((pool) => names.includes(pool))
}

const within = (work: Promise<unknown>, ms: number) =>
  Promise.race([work, new Promise((done) => setTimeout(done, ms).unref())])
