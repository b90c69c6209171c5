import { setTimeout as pause } from 'node:timers/promises'

import { waitForDb } from '#shared/db/wait-for-db.ts'
import { openDatabase } from '#shared/open-database.ts'
import { boot } from '#shared/process/boot.ts'

import { processMetrics, startHealthServer } from './health-server.ts'
import { openDeliveries } from './webhooks/open-deliveries.ts'

/**
 * `node workers/deliver.ts`: publishes and delivers events and does nothing else, so that it loads no outcome, no queue and
 * no entity. Workers of router-workflow do the same beside it, unless DELIVERIES is `apart`.
 */
await boot('deliver', async (config, log) => {
  const db = openDatabase(config, log)
  await waitForDb(db.pg, log)
  const deliveries = openDeliveries({ config, log, db })
  let stopping = false
  const health = await startHealthServer({
    config,
    log,
    registry: processMetrics(),
    ready: async () => ({ ok: !stopping && (await db.pg.query('select 1')).rowCount === 1, stopping }),
  })
  log.info('deliveries ready')
  return {
    async stop() {
      stopping = true
      await deliveries.stop()
      await health?.close()
      await Promise.race([db.close(), pause(3_000, undefined, { ref: false })])
    },
  }
})
