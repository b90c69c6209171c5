import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'

import { credentialMint } from '#shared/money/credentials.ts'
import { settledAnnouncer } from '#shared/money/x402/announce-settled.ts'
import { type Facilitator, openFacilitator } from '#shared/money/x402/facilitator.ts'
import { productsOf } from './products.ts'
import type { SettleDeps } from '#shared/money/x402/settle-payment.ts'

type Given = {
  config: Pick<Config, 'FACILITATOR_URL' | 'SETTLEMENT_URL' | 'SERVER_SECRET' | 'production'>
  db: Db
  queues: QueueBackend
  log: Log
}

/**
 * Opens what a process needs to settle payments. Returns null when no facilitator is configured: the installation then
 * accepts no payments.
 */
export function openSettling({ config, db, queues, log }: Given): SettleDeps | null {
  const facilitator: Facilitator | null = openFacilitator(config, log)
  if (facilitator === null) return null
  const mint = credentialMint(config.SERVER_SECRET, config.production ? 'live' : 'test')
  return { pg: db.pg, mint, facilitator, log, products: productsOf(db), announce: settledAnnouncer({ queues, log }) }
}
