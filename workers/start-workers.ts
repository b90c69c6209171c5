import { randomBytes } from 'node:crypto'
import { setTimeout as setTimer } from 'node:timers/promises'

import { Registry } from 'prom-client'

import { attemptSealer } from '#shared/calls/carried-attempt.ts'
import { sealer } from '#shared/calls/seal.ts'
import { Waiters } from '#shared/calls/waiters.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { closeAuctions } from '#shared/market/auctions/close-auctions.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { PROPOSAL_SLUG, proposalEntry } from '#shared/catalog/proposal-outcome.ts'
import { openSettling } from '#shared/settling/open-settling.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'
import { queueOf } from '#shared/queues/catalog.ts'
import type { Pool } from '#shared/calls/pools.ts'
import { CallSender } from '#shared/queues/send.ts'

import { openBrowser } from './browser/open-browser.ts'
import { CallRunner } from './call-runner.ts'
import { buildDoors } from './context/doors.ts'
import { Housekeeping } from './housekeeping/run-tasks.ts'
import { settleDue } from './housekeeping/settle-due.ts'
import type { TaskDeps } from './housekeeping/tasks.ts'
import { mediaRunner } from './media/media-runner.ts'
import { mediaSandboxes } from './media/media-sandboxes.ts'
import { openMediaReader } from './media/open-media-reader.ts'
import { openPdfReader } from './pdf/open-pdf-reader.ts'
import { poolGuards, chooseIsolation } from './pool-guards.ts'
import type { PoolNotice, PoolNotices } from './pool-notices.ts'
import { startHeartbeat } from './heartbeat.ts'
import { silentMeter } from './egress/meter.ts'
import { userAgentOf } from './egress/open-egress.ts'
import { openAskSeller } from './sellers/ask-seller.ts'
import { sellerCalls } from './sellers/seller-calls.ts'
import { sellerPolicy } from './sellers/seller-policy.ts'
import { openSellerDoor } from './sellers/send-to-seller.ts'
import { startProbes } from './sellers/start-probes.ts'
import { settleAfter } from './settle-after.ts'
import { type RunningPool, startPool } from './start-pool.ts'
import { createThreads } from './threads.ts'
import { startJobChecks } from './job-checks/start-job-checks.ts'
import { startVetting } from './vetting/start-vetting.ts'
import { openDeliveries } from './webhooks/open-deliveries.ts'
import { openMailer } from './mail/open-mailer.ts'
import { startMail } from './mail/start-mail.ts'
import { openPoolWhenSandboxed } from './open-pool-when-sandboxed.ts'

export type Workers = {
  /** The open pools. */
  pools: readonly RunningPool[]
  notices: PoolNotices
  stop: () => Promise<void>
}

/** Serves pools. `stop` takes no new jobs and waits for running ones up to the grace period. */
export function startWorkers(
  given: {
    config: Config
    log: Log
    db: Db
    queues: QueueBackend
    catalog: ReadonlyMap<string, CatalogEntry>
    /** Registry for /metrics. Default: a new one. */
    registry?: Registry
    /** The settlement server of this process, if any. Housekeeping runs its watch. */
    settlement?: TaskDeps['settlement']
    tracer?: Tracer
  },
  names: readonly Pool[],
): Workers {
  const { config, log, db, queues, registry = new Registry(), settlement = null, tracer = noTracer } = given
  const catalog = new Map([...forSale(given.catalog), [PROPOSAL_SLUG, proposalEntry()]])
  const threads = createThreads(config.THREADS)
  const replyTo = randomBytes(9).toString('base64url')
  const waiters = new Waiters(db.pg, log)
  // Workflow steps that other pools run are answered here.
  if (names.includes('router-workflow')) void queues.hints.subscribe(replyTo, (hints) => waiters.onHints(hints))
  const browser = openBrowser({ config, log })
  const place = { dataDir: config.DATA_DIR, isolation: chooseIsolation(config) }
  const pdf = openPdfReader({ log, place })
  const media = mediaRunner({ db, blobs: openBlobs(config), log, sandboxes: mediaSandboxes(place) })
  const opened = openMediaReader({ log, place })
  const secrets = sealer(config.SERVER_SECRET)
  const settling = openSettling({ config, db, queues, log })
  const settles = settleAfter(db.pg, settling, secrets)
  const due = settling === null ? null : settleDue(settling, secrets)
  const housekeeping = new Housekeeping({ config, db, queues, log, settleDue: due, settlement })
  const askSeller = openAskSeller({
    serverSecret: config.SERVER_SECRET,
    door: openSellerDoor({ policy: sellerPolicy(config), userAgent: userAgentOf(config), meter: silentMeter }),
    compute: threads.compute,
    now: () => new Date(),
  })
  const shared = {
    sellers: sellerCalls({ serverSecret: config.SERVER_SECRET, ask: askSeller, tracer }),
    pg: db.pg,
    shards: config.SHARDS,
    relaxed: db.relaxed,
    hints: queues.hints,
    log,
    tracer,
    threads,
    sealer: secrets,
    attempts: attemptSealer(config.SERVER_SECRET),
    settles,
    catalog,
    doors: buildDoors({
      config,
      log,
      db,
      registry,
      tracer,
      browser: browser.door,
      pdf,
      media: opened,
      compute: threads.compute,
    }),
    steps: {
      pg: db.pg,
      relaxed: db.relaxed,
      log,
      catalog,
      sender: new CallSender(queues, tracer),
      waiters,
      replyTo,
      sealer: secrets,
    },
  }
  const pools: RunningPool[] = []
  const open = (pool: Pool) => {
    const runner = new CallRunner(shared, pool, queueOf(pool).concurrency(config))
    const runTask = (task: string) => housekeeping.run(task)
    const closeAuction = (listingId: string) => closeAuctions(db.pg, [listingId])
    pools.push(startPool({ pool, config, log, queues, runner, runTask, runMedia: media.run, closeAuction }))
  }
  const guards = poolGuards(config, browser)
  const notices = new Map<Pool, PoolNotice>()
  for (const pool of names) if (guards[pool] === undefined) open(pool)
  const pulse = startHeartbeat(db.relaxed, { pools, notices, log })
  const guarded = names.flatMap((pool) => {
    const guard = guards[pool]
    if (guard === undefined) return []
    const tell = (notice: PoolNotice | null) => {
      if (notice === null) notices.delete(pool)
      else notices.set(pool, notice)
      pulse.beat()
    }
    return [openPoolWhenSandboxed({ pool, guard, log }, { open: () => open(pool), tell })]
  })
  if (names.includes('settlement-watch')) housekeeping.start()
  // In the pool that opens marketplace files: it has no keys and runs no paid calls.
  const vetting = names.includes('media-processing') ? startVetting({ db, log }) : null
  // In the pool that calls sellers, because it reaches them.
  const probes = names.includes('outcome')
    ? startProbes({ db, log, serverSecret: config.SERVER_SECRET, ask: askSeller, threads })
    : null
  // In the pool whose processes wait for others anyway: it has no keys, and no quick call waits behind a delivery.
  const delivers = names.includes('router-workflow') && config.DELIVERIES === 'workers'
  const deliveries = delivers ? openDeliveries({ config, log, db }) : null
  const mail = names.includes('router-workflow')
    ? startMail({ config, db, log, mailer: openMailer(config, log) })
    : null
  const jobChecks = names.includes('media-processing')
    ? startJobChecks({ config, db, log, catalog: given.catalog })
    : null
  return {
    pools,
    notices,
    async stop() {
      housekeeping.stop()
      probes?.stop()
      await Promise.all([vetting?.stop(), jobChecks?.stop(), deliveries?.stop(), mail?.stop()])
      await pulse.stop()
      // Calls still running after the grace period are retried when their lease expires.
      await Promise.race([Promise.all(pools.map(({ worker }) => worker.close())), pause(config.SHUTDOWN_GRACE_MS)])
      for (const { runner } of pools) runner.stop()
      await Promise.race([settles.idle(), pause(SETTLE_GRACE_MS)])
      waiters.stop()
      await Promise.all(guarded.map((guard) => guard.stop()))
      await browser.stop()
      pdf.close()
      media.close()
      opened.close()
      await threads.close()
    },
  }
}

/** Milliseconds to wait for settlements; settlement-watch finishes the rest. */
const SETTLE_GRACE_MS = 3_000

const pause = (ms: number) => setTimer(ms, undefined, { ref: false })
