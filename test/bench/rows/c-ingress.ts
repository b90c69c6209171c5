import { startIngress } from '#ingress/start-ingress.ts'
import { openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { boot } from '#shared/process/boot.ts'
import { openQueues } from '#shared/queues/backend.ts'

import { testCatalog } from '#test/support/world/test-outcomes.ts'

/** Our ingress with the test outcomes besides the product's. */
await boot('ingress', async (config, log) => {
  const db = openDb(config.DATABASE_URL, config.DB_POOL_MAX)
  const queues = openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log })
  const ingress = await startIngress({
    config,
    log,
    db,
    queues,
    mint: credentialMint(config.SERVER_SECRET, 'test'),
    catalog: testCatalog,
  })
  return { stop: () => ingress.stop() }
})
