import { boot } from '#shared/process/boot.ts'
import { openConfiguredQueues } from '#shared/open-configured-queues.ts'
import { openDatabase } from '#shared/open-database.ts'
import { startWorkers } from '#workers/start-workers.ts'

import { testCatalog } from '#test/support/world/test-outcomes.ts'

/** Our worker with the test outcomes besides the product's: for the row that waits 100 ms a call. */
await boot('worker', async (config, log) => {
  const db = openDatabase(config, log)
  const queues = openConfiguredQueues(config, log)
  const workers = startWorkers({ config, log, db, queues, catalog: testCatalog }, ['outcome'])
  process.stdout.write('worker ready\n')
  return { stop: () => workers.stop() }
})
