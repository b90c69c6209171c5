import { Semaphore } from 'async-mutex'

import { AcceptInDoubt } from '#shared/calls/accept-with-retry.ts'
import { fileLinks } from '#shared/calls/file-links.ts'
import { attemptSealer } from '#shared/calls/carried-attempt.ts'
import { sealer } from '#shared/calls/seal.ts'
import { Waiters } from '#shared/calls/waiters.ts'
import { cacheFor } from '#shared/lib/concurrency/cache-for.ts'
import { WindowCounter } from '#shared/lib/concurrency/window-counter.ts'
import { modelsOf } from '#shared/lib/models/model-roles.ts'
import { type Pool, POOLS } from '#shared/calls/pools.ts'
import { type Installation, installationOf, isSoldHere } from '#shared/outcomes/availability.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { CallSender } from '#shared/queues/send.ts'

import type { IngressDeps } from '../deps.ts'
import { CallAcceptor } from './accept/call-acceptor.ts'
import { InDoubtCalls } from './accept/in-doubt-calls.ts'
import { admission, unpaidAdmission } from './admission/admission.ts'
import { openCallbacks } from './callbacks.ts'
import { KnownPayers } from './admission/known-payers.ts'
import { UnprovenWallets } from './admission/unproven-wallets.ts'
import { Challenges } from './challenge/challenges.ts'
import { InputThreads } from './input/input-threads.ts'
import { SentPayments } from './payment/sent-payments.ts'
import { sellerRoom } from './sellers/seller-room.ts'

/** Treat the queue as healthy if a write succeeded within this time; otherwise refuse before placing a hold. */
const QUEUE_FRESH_MS = 250
/** Most plans that this process asks the text model for at once. */
const MOST_PROPOSING = 4

export type CallDeps = Omit<IngressDeps, 'paidCall' | 'planGoal'> & { replyTo: string }

/** Everything the steps of the paid call share in one process. */
export type CallParts = ReturnType<typeof openCallParts>

/** Builds what the steps share: batches, waiters, counters, threads, the 402s. */
export function openCallParts(deps: CallDeps) {
  const { config, db, log, queues } = deps
  const sender = new CallSender(queues, deps.tracer)
  const knownPayers = new KnownPayers()
  const models = modelsOf(config)
  const installation = installationOf(config)
  /** Whether the text model proposes plans for goals. */
  const proposes = models.text !== null && config.ROUTER_MODEL
  const secrets = sealer(config.SERVER_SECRET)
  const inDoubt = new InDoubtCalls(db.pg, log)
  return {
    ...deps,
    sender,
    knownPayers,
    models,
    proposes,
    installation,
    secrets,
    files: fileLinks(config.SERVER_SECRET, config.publicBaseUrl),
    attempts: attemptSealer(config.SERVER_SECRET),
    acceptor: new CallAcceptor(db.pg, deps.replyTo, config.SHARDS),
    waiters: new Waiters(db.pg, log),
    challenges: new Challenges(deps),
    inputThreads: new InputThreads({
      serverSecret: config.SERVER_SECRET,
      models,
      unsold: proposes ? unsoldIn(deps.catalog, installation) : [],
    }),
    /** Places for questions to the text model for a plan. */
    proposing: new Semaphore(MOST_PROPOSING),
    sentPayments: new SentPayments(),
    /** Keys and passes that do not exist, by client address. */
    guesses: new WindowCounter(),
    /** Inputs that ran into their time limit, by payer. */
    slowInputs: new WindowCounter(),
    admission: admission({
      pools: deps.pools,
      queueUp: queueUp(queues),
      queueFailing: (pool) => sender.failing(pool),
      knownPayers,
    }),
    callbackHosts: config.EGRESS_ALLOW ?? [],
    callbacks: openCallbacks(db.pg, log),
    sellerRoom: sellerRoom({ ...deps, pg: db.pg }),
    unpaidAdmission: unpaidAdmission(deps),
    onChain: {
      pg: db.pg,
      config,
      log,
      replyTo: deps.replyTo,
      sealer: secrets,
      payments: deps.payments,
      unproven: new UnprovenWallets(),
    },
    /** Replaces an error that leaves open whether the call was accepted by the refusal its caller gets. */
    refuseInDoubt: (callId: string, error: unknown): unknown =>
      error instanceof AcceptInDoubt ? inDoubt.refuse(callId, error) : error,
  }
}

/** The outcomes that this installation does not sell. */
const unsoldIn = (catalog: IngressDeps['catalog'], installation: Installation): string[] =>
  [...catalog].filter(([, { outcome }]) => !isSoldHere(outcome, installation)).map(([slug]) => slug)

/** Whether the queue of a pool takes jobs, asked once in a while. One server has one answer for all pools. */
function queueUp({ isSpread, ready }: Pick<QueueBackend, 'isSpread' | 'ready'>): (pool: Pool) => Promise<boolean> {
  if (!isSpread) return cacheFor(QUEUE_FRESH_MS, ready)
  const byPool = new Map(POOLS.map((pool) => [pool, cacheFor(QUEUE_FRESH_MS, () => ready(pool))]))
  return async (pool) => (await byPool.get(pool)?.()) === true
}
