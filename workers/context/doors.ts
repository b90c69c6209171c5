import type { Registry } from 'prom-client'

import { readReliability } from '#shared/calls/count-outcomes.ts'
import { moneyOf } from '#shared/chains/genesis.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { NEVER_CALLED } from '#shared/doors/context.ts'
import type { BrowserDoor } from '#shared/doors/browser.ts'
import type { ComputeDoor } from '#shared/doors/compute.ts'
import type { MediaDoor } from '#shared/doors/media.ts'
import type { PdfDoor } from '#shared/doors/pdf.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { openStore } from '#shared/store/open-store.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import { installationOf, isSoldHere } from '#shared/outcomes/availability.ts'

import { openDns, ownNamesOf } from '../dns/open-dns.ts'
import { chainMeter } from '../chains/chain-meter.ts'
import { chainUrls } from '../chains/chain-urls.ts'
import { openChainReads } from '../chains/open-chain-reads.ts'
import { egressMeter } from '../egress/meter.ts'
import { logExceptions, openEgress, policyOf, userAgentOf } from '../egress/open-egress.ts'
import { openModel } from '../model/open-model.ts'
import { upstreamMeter } from '../upstreams/meter.ts'
import { sellersDoor } from '../sellers/sellers-door.ts'
import { openUpstreams } from '../upstreams/open-upstreams.ts'
import { openWhois } from '../whois/open-whois.ts'
import type { Doors } from '../workflow/step-runner.ts'
import { receiptDoor } from './mint-receipt.ts'
import { settlementDoor } from './settlement.ts'
import { signingDoor } from './signing.ts'

/** Opens the services behind an outcome's context. */
export function buildDoors({
  config,
  log,
  db,
  registry,
  tracer,
  browser,
  pdf,
  media,
  compute,
}: {
  config: Config
  log: Log
  db: Db
  /** Registry for the metrics. */
  registry: Registry
  tracer: Tracer
  /** Started and stopped with its pool, so its owner passes it in. */
  browser: BrowserDoor
  /** Passed in by its owner, which ends its child processes with the worker. */
  pdf: PdfDoor
  /** Passed in by its owner, which ends its child processes with the worker. */
  media: MediaDoor
  /** Shares the worker's threads. */
  compute: ComputeDoor
}): Doors {
  logExceptions(config, log)
  const policy = policyOf(config)
  const meter = upstreamMeter(registry)
  return {
    now: () => new Date(),
    reliability: async (slug) =>
      catalog.has(slug) ? ((await readReliability(db.pg)).get(slug) ?? NEVER_CALLED) : null,
    isSold: soldHere(config),
    mintReceipt: receiptDoor(config, log),
    signing: signingDoor(config, log),
    sellers: sellersDoor(db, config.publicBaseUrl),
    settlement: settlementDoor(config, log),
    storeOf: openStore({ db, serverSecret: config.SERVER_SECRET, slugs: slugFacts() }),
    upstreams: openUpstreams({ config, db, log, meter, tracer }),
    model: openModel({ config, db, log, meter, tracer }),
    chains: openChainReads({
      urls: chainUrls(config),
      money: moneyOf(config),
      log,
      meter: chainMeter(registry),
      tracer,
    }),
    browser,
    pdf,
    media,
    compute,
    dns: openDns({ resolvers: config.DNS_RESOLVERS, ownNames: ownNamesOf(config), log }),
    whois: openWhois({ root: config.WHOIS_SERVER, policy, log }),
    egress: openEgress({ policy, userAgent: userAgentOf(config), meter: egressMeter(registry), tracer }),
  }
}

function soldHere(config: Config): Doors['isSold'] {
  const installation = installationOf(config)
  return (slug) => {
    const entry = catalog.get(slug)
    return entry !== undefined && isSoldHere(entry.outcome, installation)
  }
}

/** Facts of the catalog that the store needs. */
const slugFacts = () =>
  new Map(
    [...forSale(catalog)].map(([slug, { pack, inGuards, outcome }]) => [
      slug,
      { pack: pack.name, inGuards, cents: outcome.cents },
    ]),
  )
