import { startIngress } from '#ingress/start-ingress.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { boot } from '#shared/process/boot.ts'
import { openConfiguredQueues } from '#shared/open-configured-queues.ts'
import { openDatabase } from '#shared/open-database.ts'

import { testCatalog } from '#test/support/world/test-outcomes.ts'

/** Our ingress with the test outcomes besides the product's. */
await boot('ingress', async (config, log) => {
  const db = openDatabase(config, log)
  const queues = openConfiguredQueues(config, log)
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
