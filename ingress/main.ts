import { setTimeout as pause } from 'node:timers/promises'

import { openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { boot } from '#shared/process/boot.ts'
import { openQueues } from '#shared/queues/backend.ts'

import { startIngress } from './start-ingress.ts'

/** The HTTP process: config → deps → app → listen → close on SIGTERM. */
await boot('ingress', async (config, log, tracer) => {
  const db = openDb(config.DATABASE_URL, config.DB_POOL_MAX, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
  const queues = openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log, tracer })
  const mint = credentialMint(config.SERVER_SECRET, config.production ? 'live' : 'test')
  const ingress = await startIngress({ config, log, db, queues, mint, catalog, tracer })
  return {
    async stop() {
      await ingress.stop()
      await queues.close()
      await Promise.race([db.close(), pause(3_000, undefined, { ref: false })])
    },
  }
})
