import type { Registry } from 'prom-client'

import { readReliability } from '#shared/calls/count-outcomes.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { catalog } from '#shared/outcomes/catalog.ts'
import type { ServiceReliability } from '#shared/outcomes/context.ts'
import type { BrowserDoor } from '#shared/outcomes/doors/browser.ts'
import type { ComputeDoor } from '#shared/outcomes/doors/compute.ts'
import type { PdfDoor } from '#shared/outcomes/doors/pdf.ts'
import { openStore } from '#shared/store/open-store.ts'

import { egressMeter } from '../egress/meter.ts'
import { logExceptions, openEgress, policyOf, userAgentOf } from '../egress/open-egress.ts'
import { upstreamMeter } from '../upstreams/meter.ts'
import { openUpstreams } from '../upstreams/open-upstreams.ts'
import type { Doors } from '../workflow/step-runner.ts'
import { receiptDoor } from './mint-receipt.ts'
import { settlementDoor } from './settlement.ts'
import { signingDoor } from './signing.ts'

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
  registry,
  browser,
  pdf,
  compute,
}: {
  config: Config
  log: Log
  db: Db
  /** Where the doors count what they do. */
  registry: Registry
  /** It is started and stopped with its pool, so it is made there. */
  browser: BrowserDoor
  /** Its children end with the worker, so it is made there too. */
  pdf: PdfDoor
  /** It shares the worker's threads. */
  compute: ComputeDoor
}): Doors {
  logExceptions(config, log)
  return {
    now: () => new Date(),
    reliability: async (slug) =>
      catalog.has(slug) ? ((await readReliability(db.pg)).get(slug) ?? NEVER_CALLED) : null,
    mintReceipt: receiptDoor(config, log),
    signing: signingDoor(config, log),
    settlement: settlementDoor(config, log),
    storeOf: openStore({ pg: db.pg, serverSecret: config.SERVER_SECRET, slugs: slugFacts() }),
    upstreams: openUpstreams({ config, db, log, meter: upstreamMeter(registry) }),
    browser,
    pdf,
    compute,
    egress: openEgress({ policy: policyOf(config), userAgent: userAgentOf(config), meter: egressMeter(registry) }),
  }
}

/** What the store has to know of the catalog. */
const slugFacts = () =>
  new Map(
    [...catalog].map(([slug, { pack, inGuards, outcome }]) => [
      slug,
      { pack: pack.name, inGuards, cents: outcome.cents },
    ]),
  )
