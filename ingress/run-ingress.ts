import { setTimeout as pause } from 'node:timers/promises'

import { credentialMint } from '#shared/money/credentials.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { boot } from '#shared/process/boot.ts'
import { openConfiguredQueues } from '#shared/open-configured-queues.ts'
import { openDatabase } from '#shared/open-database.ts'

import { startIngress } from './start-ingress.ts'

/** The HTTP process: config → deps → app → listen → close on SIGTERM. */
export const runIngress = () =>
  boot('ingress', async (config, log, tracer) => {
    const db = openDatabase(config, log)
    const queues = openConfiguredQueues(config, log, tracer)
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
