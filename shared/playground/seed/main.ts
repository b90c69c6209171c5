import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { parseConfig } from '#shared/config.ts'
import { openDb } from '#shared/db/open-db.ts'
import { endWithParent } from '#shared/lib/end-with-parent.ts'
import { createLog } from '#shared/log.ts'
import { openConfiguredQueues } from '#shared/open-configured-queues.ts'
import { takeEnvironment } from '#shared/process/take-environment.ts'
import { credentialMint } from '#shared/money/credentials.ts'

import { loadWallets } from '../chains/wallets.ts'
import { seedEndpoint } from './seed-endpoint.ts'
import { seedJobs } from './seed-jobs.ts'
import { seedMarket } from './seed-market.ts'
import { seedResale } from './seed-resale.ts'

/** Fills the market of a new playground that is already running, and exits. Idempotent. */
endWithParent(process.env['FAREBOX_PARENT_PID'])
const config = parseConfig(takeEnvironment())
const log = createLog(config.LOG_LEVEL)
const db = openDb(config.DATABASE_URL, 2)
const queues = openConfiguredQueues(config, log)
try {
  const wallets = await loadWallets(config.DATA_DIR)
  const listings = await seedMarket({ db, blobs: openBlobs(config), queues }, wallets.solana.seller.address)
  const mint = credentialMint(config.SERVER_SECRET, config.production ? 'live' : 'test')
  const jobs = await seedJobs(db, mint, wallets.solana.demo.address)
  const hasEndpoint = await seedEndpoint(db, config, wallets.solana.seller.address)
  const hasOffer = await seedResale(db, mint)
  log.info({ listings, jobs, hasEndpoint, hasOffer }, 'the market has its first listings and jobs')
} finally {
  await queues.close()
  await db.close()
}
