import { openDb } from '#shared/db/open-db.ts'
import { boot } from '#shared/process/boot.ts'
import { openQueues } from '#shared/queues/backend.ts'
import { startWorkers } from '#workers/start-workers.ts'

import { testCatalog } from '#test/support/world/test-outcomes.ts'

/** Our worker with the test outcomes besides the product's: for the row that waits 100 ms a call. */
await boot('worker', async (config, log) => {
  const db = openDb(config.DATABASE_URL, config.DB_POOL_MAX)
  const queues = openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log })
  const workers = startWorkers({ config, log, db, queues, catalog: testCatalog }, ['outcome'])
  process.stdout.write('worker ready\n')
  return { stop: () => workers.stop() }
})
