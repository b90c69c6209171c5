import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { countOutcomes } from '#shared/calls/count-outcomes.ts'
import { purgeIdempotencyRecords, purgeResults } from '#shared/calls/purge.ts'
import { releaseOverdue } from '#shared/calls/release.ts'
import { pickLostCalls } from '#shared/calls/requeue.ts'
import type { Config } from '#shared/config.ts'
import { addMonths } from '#shared/db/months.ts'
import type { Db } from '#shared/db/open-db.ts'
import { untilNoneIsLeft } from '#shared/db/remove-rows.ts'
import { noteLeftCallbacks } from '#shared/events/webhooks/note-callbacks.ts'
import { purgeEvents } from '#shared/events/purge-events.ts'
import { tellExpiringPasses } from '#shared/events/tell-expiring-passes.ts'
import type { Log } from '#shared/log.ts'
import { purgeKeyNotices } from '#shared/mail/key-notices.ts'
import { purgeCardEvents } from '#shared/market/cards/take-events.ts'
import { buildExports, removeOldExports } from '#shared/market/leaving/build-exports.ts'
import { deleteAccounts } from '#shared/market/leaving/delete-accounts.ts'
import { purgeAccounts } from '#shared/market/users/purge-accounts.ts'
import { expireBoosts } from '#shared/market/boosts/expire-boosts.ts'
import { startBoosts } from '#shared/market/boosts/record-boost-payment.ts'
import { purgeDeletedListings } from '#shared/market/listings/purge-deleted.ts'
import { purgeListingEvents } from '#shared/market/listings/browse/purge-events.ts'
import { judgeSellerCalls, measureOldest } from '#shared/market/endpoints/judge-calls.ts'
import { pauseFailing } from '#shared/market/endpoints/probe-endpoint.ts'
import { wakeJobs } from '#shared/market/jobs/wake-jobs.ts'
import { sweepJobFiles } from '#shared/market/jobs/work/job-files.ts'
import { countSales } from '#shared/market/purchases/count-sales.ts'
import { sweepRefunds } from '#shared/market/refunds/sweep-refunds.ts'
import { expireOverdue } from '#shared/market/resale/expire-offers.ts'
import { sweepListingMedia } from '#shared/market/media/drop-media.ts'
import { failLateDeliveries } from '#shared/market/refunds/fail-late-deliveries.ts'
import { pickLostMedia } from '#shared/media/pick-lost-media.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { forfeitRemainders } from '#shared/money/prepaid/forfeit-key.ts'
import { purgeSettlementCosts } from '#shared/money/settlement/fee-refusal.ts'
import { finishFinalPayments } from '#shared/money/x402/finish-final.ts'
import { purgeClaims } from '#shared/money/x402/purge-claims.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { sendAgain, sendMediaAgain } from '#shared/queues/send.ts'
import { takeLeaderboards } from '#shared/store/agents/take-leaderboards.ts'
import { purgeStore } from '#shared/store/purge-store.ts'
import { storeKeys } from '#shared/store/store-keys.ts'

import { purgeUpstreamCache } from '../upstreams/purge-cache.ts'
import { dropOldMonths } from './drop-old-months.ts'
import { forgetFailedJobs } from './forget-failed-jobs.ts'
import { reconcile } from './reconcile.ts'
import { sweepAuctions } from './sweep-auctions.ts'

export type TaskDeps = {
  config: Pick<Config, 'CALL_MONTHS' | 'UPSTREAM_CACHE_MB' | 'SERVER_SECRET' | 'production'> &
    Parameters<typeof openBlobs>[0]
  db: Db
  queues: QueueBackend
  log: Log
  /** Processes due payments; null without a facilitator. */
  settleDue: (() => Promise<void>) | null
  /** Settlement server of this process; null without one. */
  settlement: {
    watch: () => Promise<void>
    watchSales: (() => Promise<void>) | null
    watchWraps: (() => Promise<void>) | null
    cards: { watch: () => Promise<void>; fetchMissed: () => Promise<void> } | null
    payOut: (() => Promise<void>) | null
  } | null
}

/** Recurring work of the settlement-watch pool. Tasks are safe to run in several processes at once. */
export type Task = {
  name: string
  everyMs: number
  run: (deps: TaskDeps) => Promise<void>
  /** Whether this process can run the task; if not, others do. */
  isHere?: (deps: TaskDeps) => boolean
}

export const tasks: readonly Task[] = [
  { name: 'sweep', everyMs: 500, run: sweep },
  { name: 'sweep-media', everyMs: 1_000, run: sweepMedia },
  { name: 'fail-late-deliveries', everyMs: 60_000, run: failDeliveries },
  { name: 'wake-jobs', everyMs: 1_000, run: wakeDueJobs },
  { name: 'sweep-auctions', everyMs: 1_000, run: sweepAuctions },
  {
    name: 'watch-settlements',
    everyMs: 1_000,
    run: async ({ settlement }) => settlement?.watch(),
    isHere: ({ settlement }) => settlement !== null,
  },
  {
    name: 'pay-out',
    everyMs: 1_000,
    run: async ({ settlement }) => settlement?.payOut?.(),
    isHere: ({ settlement }) => settlement !== null && settlement.payOut !== null,
  },
  {
    name: 'watch-solana-sales',
    everyMs: 1_000,
    run: async ({ settlement }) => settlement?.watchSales?.(),
    isHere: ({ settlement }) => settlement !== null && settlement.watchSales !== null,
  },
  {
    name: 'watch-wraps',
    everyMs: 1_000,
    run: async ({ settlement }) => settlement?.watchWraps?.(),
    isHere: ({ settlement }) => settlement !== null && settlement.watchWraps !== null,
  },
  {
    name: 'watch-cards',
    everyMs: 500,
    run: async ({ settlement }) => settlement?.cards?.watch(),
    isHere: ({ settlement }) => settlement !== null && settlement.cards !== null,
  },
  {
    name: 'missed-card-events',
    everyMs: 3_600_000,
    run: async ({ settlement }) => settlement?.cards?.fetchMissed(),
    isHere: ({ settlement }) => settlement !== null && settlement.cards !== null,
  },
  {
    name: 'expire-purchases',
    everyMs: 1_000,
    run: ({ db }) => untilNoneIsLeft(200, (limit) => expireOverdue(db.pg, limit)),
  },
  {
    name: 'refund-on-solana',
    everyMs: 1_000,
    run: ({ db }) => untilNoneIsLeft(50, (limit) => sweepRefunds(db, limit)),
  },
  {
    name: 'boosts',
    everyMs: 5_000,
    run: async ({ db }) => {
      await untilNoneIsLeft(200, (limit) => expireBoosts(db.pg, limit))
      while ((await startBoosts(db.pg)) > 0);
    },
  },
  { name: 'count-sales', everyMs: 1_000, run: ({ db }) => untilNoneIsLeft(200, (limit) => countSales(db.pg, limit)) },
  {
    name: 'judge-seller-calls',
    everyMs: 2_000,
    run: ({ db }) => untilNoneIsLeft(200, (limit) => judgeSellerCalls(db.pg, limit)),
  },
  { name: 'pause-failing-endpoints', everyMs: 30_000, run: pauseFailingEndpoints },
  { name: 'measure-endpoints', everyMs: 600_000, run: ({ db }) => measureOldest(db.pg) },
  { name: 'finish-payments', everyMs: 30_000, run: finishPayments },
  { name: 'settle-due', everyMs: 500, run: async ({ settleDue }) => settleDue?.() },
  { name: 'count-outcomes', everyMs: 5_000, run: ({ db }) => countOutcomes(db.pg) },
  { name: 'reconcile', everyMs: 60_000, run: reconcile },
  {
    name: 'forfeit-remainders',
    everyMs: 60_000,
    run: ({ db }) => untilNoneIsLeft(100, (limit) => forfeitRemainders(db.pg, limit)),
  },
  { name: 'purge', everyMs: 60_000, run: purge },
  {
    name: 'forget-failed-jobs',
    everyMs: 600_000,
    run: async ({ queues }) => {
      await forgetFailedJobs(queues)
    },
  },
  {
    name: 'note-callbacks',
    everyMs: 5_000,
    run: ({ db }) => untilNoneIsLeft(200, (limit) => noteLeftCallbacks(db.pg, limit)),
  },
  { name: 'add-months', everyMs: 60_000, run: ({ db }) => addMonths(db.pg) },
  { name: 'drop-months', everyMs: 3_600_000, run: dropOldMonths },
  { name: 'purge-events', everyMs: 60_000, run: ({ db }) => purgeEvents(db.pg) },
  {
    name: 'tell-expiring-passes',
    everyMs: 60_000,
    run: ({ db }) => untilNoneIsLeft(200, (limit) => tellExpiringPasses(db.pg, limit)),
  },
  {
    name: 'sweep-listing-media',
    everyMs: 60_000,
    run: ({ db, config }) => untilNoneIsLeft(100, () => sweepListingMedia({ db, blobs: openBlobs(config) })),
  },
  {
    name: 'sweep-job-files',
    everyMs: 60_000,
    run: ({ db, config }) => untilNoneIsLeft(100, (limit) => sweepJobFiles({ db, blobs: openBlobs(config) }, limit)),
  },
  { name: 'build-exports', everyMs: 1_000, run: buildWaitingExports },
  {
    name: 'remove-exports',
    everyMs: 60_000,
    run: ({ db, config }) => untilNoneIsLeft(100, (limit) => removeOldExports({ db, blobs: openBlobs(config) }, limit)),
  },
  { name: 'delete-accounts', everyMs: 60_000, run: deleteDueAccounts },
  {
    name: 'purge-accounts',
    everyMs: 60_000,
    run: async ({ db }) => {
      await purgeAccounts(db.pg)
      await purgeKeyNotices(db.pg)
    },
  },
  {
    name: 'purge-listing-events',
    everyMs: 60_000,
    run: ({ db }) => purgeListingEvents(db.pg),
  },
  {
    name: 'purge-deleted-listings',
    everyMs: 60_000,
    run: async ({ db }) => void (await purgeDeletedListings(db)),
  },
  { name: 'purge-store', everyMs: 60_000, run: ({ db }) => purgeStore(db.pg) },
  {
    name: 'leaderboards',
    everyMs: 600_000,
    run: ({ db, config }) => takeLeaderboards(db.pg, storeKeys(config.SERVER_SECRET)),
  },
  {
    name: 'purge-upstream-cache',
    everyMs: 60_000,
    run: ({ db, config }) => purgeUpstreamCache(db.pg, config.UPSTREAM_CACHE_MB * 1024 * 1024),
  },
]

/** Releases calls past their deadline and requeues held calls that are not running. */
async function sweep({ db, queues, log }: TaskDeps): Promise<void> {
  const released = await releaseOverdue(db.pg)
  for (const [replyTo, calls] of Map.groupBy(released, (call) => call.replyTo)) {
    queues.hints.publish(
      replyTo,
      calls.map((call) => call.callId),
    )
  }
  const lost = await pickLostCalls(db.pg)
  const failed = await sendAgain(queues, lost)
  if (released.length + lost.length > 0) {
    log.info({ released: released.length, requeued: lost.length - failed, notRequeued: failed }, 'sweep')
  }
}

/** Requeues uploads that no worker processes. */
async function sweepMedia({ db, queues, log }: TaskDeps): Promise<void> {
  const lost = await pickLostMedia(db.pg)
  const sent = await Promise.allSettled(lost.map((id) => sendMediaAgain(queues, id)))
  const failed = sent.filter(({ status }) => status === 'rejected').length
  if (lost.length > 0) log.info({ requeued: lost.length - failed, notRequeued: failed }, 'media sweep')
}

/** Finishes payments whose block is final. Books one that the chain reverted as a loss and logs it. */
async function finishPayments({ db, log }: TaskDeps): Promise<void> {
  for (const callId of await finishFinalPayments(db.pg)) {
    log.error({ callId }, 'a chain took a settled payment back; its amount is booked as a loss')
  }
}

async function purge({ db }: TaskDeps): Promise<void> {
  await untilNoneIsLeft(1_000, (limit) => purgeResults(db.pg, limit))
  await purgeIdempotencyRecords(db.pg)
  await purgeClaims(db.pg)
  await purgeSettlementCosts(db.pg)
  await purgeCardEvents(db.pg)
  await db.pg.query(`delete from worker_heartbeat where seen_at < now() - interval '1 minute'`)
}

/** Takes endpoints of sellers off sale that fail most of their calls. */
async function pauseFailingEndpoints({ db, log }: TaskDeps): Promise<void> {
  const slugs = await pauseFailing(db.pg)
  if (slugs.length > 0) log.warn({ slugs }, 'endpoints of sellers fail most of their calls and are paused')
}

async function buildWaitingExports({ config, db, log }: TaskDeps): Promise<void> {
  await untilNoneIsLeft(1, (limit) => buildExports({ db, blobs: openBlobs(config), log }, limit))
}

/** Closes and erases accounts whose grace is over. */
async function deleteDueAccounts({ config, db, log }: TaskDeps): Promise<void> {
  await untilNoneIsLeft(10, async (limit) => {
    const { looked, erased } = await deleteAccounts({ db, blobs: openBlobs(config), mint: mintOf(config) }, limit)
    if (erased.length > 0) log.info({ userIds: erased }, 'accounts were erased')
    return looked
  })
}

async function failDeliveries({ config, db }: TaskDeps): Promise<void> {
  await failLateDeliveries(db, mintOf(config))
}

/** Makes the changes of jobs whose time has come. */
async function wakeDueJobs({ config, db, log }: TaskDeps): Promise<void> {
  const woken = await wakeJobs(db, mintOf(config))
  if (woken > 0) log.info({ woken }, 'job sweep')
}

const mintOf = ({ SERVER_SECRET: secret, production }: TaskDeps['config']) =>
  credentialMint(secret, production ? 'live' : 'test')
