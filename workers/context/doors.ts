import { readReliability } from '#shared/calls/count-outcomes.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { catalog } from '#shared/outcomes/catalog.ts'
import type { OutcomeContext, ServiceReliability } from '#shared/outcomes/context.ts'

import { logExceptions, openEgress, policyOf, userAgentOf } from '../egress/open-egress.ts'
import { receiptDoor } from './mint-receipt.ts'

const NEVER_CALLED: ServiceReliability = {
  calls: 0,
  paid_calls: 0,
  success_rate_30d: null,
  p50_ms: null,
  p95_ms: null,
  last_called_label: null,
}

/** The real doors behind an outcome's context. */
export function buildDoors({
  config,
  log,
  db,
}: {
  config: Config
  log: Log
  db: Db
}): Omit<OutcomeContext, 'callId' | 'signal' | 'call' | 'step'> {
  logExceptions(config, log)
  return {
    now: () => new Date(),
    reliability: async (slug) =>
      catalog.has(slug) ? ((await readReliability(db.pg)).get(slug) ?? NEVER_CALLED) : null,
    mintReceipt: receiptDoor(config, log),
    egress: openEgress({ policy: policyOf(config), userAgent: userAgentOf(config) }),
  }
}
