import { setTimeout as pause } from 'node:timers/promises'

import { Semaphore } from 'async-mutex'
import type { Pool as PgPool } from 'pg'

import { LOCK_WAIT_MS } from '#shared/calls/accept.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { countOffered } from '#shared/calls/count-offered.ts'
import { finishPartly, type PartialFinish } from '#shared/calls/finish-partly.ts'
import type { AttemptSealer } from '#shared/calls/carried-attempt.ts'
import type { Sealer } from '#shared/calls/seal.ts'
import { pauseOutcome } from '#shared/calls/pause-outcome.ts'
import { shardOf } from '#shared/calls/shards.ts'
import { renewLeases, type StartedCall, startCalls } from '#shared/calls/start.ts'
import { isLockTimeout, isOutage } from '#shared/db/outage.ts'
import { retryConflicts } from '#shared/db/retry-conflicts.ts'
import { GroupedBatcher } from '#shared/lib/concurrency/grouped-batcher.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'
import type { Log } from '#shared/log.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { CALL_TERMS } from '#shared/market/endpoints/read-terms.ts'
import { SELLER_PREFIX } from '#shared/market/endpoints/seller-slug.ts'
import type { Hints } from '#shared/calls/hints.ts'
import type { Pool } from '#shared/calls/pools.ts'

import { hintOf, type ToFinish } from './hint-of.ts'
import { type CallEnd, codeOf, type RunEnd } from './run-end.ts'
import { storedEnd } from './stored-end.ts'
import { FAULT, runOutcome } from './run-outcome.ts'
import { PoisonCallIsolation } from './poison-call-isolation.ts'
import { type RunningAttempt, RunningAttempts } from './running-attempts.ts'
import { type FirstAttempts, startCarried, startOffered } from './start-carried.ts'
import type { SettleAfter } from './settle-after.ts'
import type { Threads } from './threads.ts'
import { type StepDeps, stepRunner } from './workflow/step-runner.ts'

/** Attempts per call: a call whose worker was lost twice is given up. */
const MAX_ATTEMPTS = 2
const FINISH_RETRY_MS = 250
/** Milliseconds that calls finished as a batch wait for a locked wallet. After that each finishes by itself. */
const SHARED_LOCK_WAIT_MS = 500
const FINISHES_APART = 2
/** What the steps of a run leave of its time, so that it can still answer with those that succeeded. */
const ANSWER_MS = 2_000
/** A larger input of an outcome that runs in a thread is parsed there. In UTF-16 code units. */
const MOST_PARSED_CHARS = 65_536

type Deps = {
  pg: PgPool
  /** Into how many shards accounts are divided: a batch of finishes holds calls of one. */
  shards: number
  /** Pool for leases (relaxed durability): a start lost in a database crash is simply repeated. */
  relaxed: PgPool
  hints: Hints
  log: Log
  tracer: Tracer
  threads: Threads
  sealer: Sealer
  attempts: AttemptSealer
  settles: SettleAfter
  catalog: ReadonlyMap<string, CatalogEntry>
  /** What a call of a seller's endpoint runs by, with what the start read of it. */
  sellers: (startedWith: unknown) => CatalogEntry
  doors: StepDeps['doors']
  steps: Omit<StepDeps, 'doors' | 'threads' | 'pool'>
}

/** Where in their traces calls were enqueued, by call id. */
export type Traces = Readonly<Record<string, string>>

/**
 * Processes calls: starts a call by its id or takes the attempt its job carries, runs it, finishes it, and notifies the ingress. Starts and finishes are
 * batched; runs count against the pool's concurrency one by one, so a slow call does not delay others.
 */
export class CallRunner {
  /** Most calls that this pool runs at once in this process. */
  readonly concurrency: number
  readonly #free: Semaphore
  readonly #deps: Deps
  readonly #pool: Pool
  readonly #suspects = new PoisonCallIsolation()
  readonly #starts: MicroBatcher<string, StartedCall | null>
  readonly #finishes: GroupedBatcher<ToFinish, void>
  readonly #finishesApart = new Semaphore(FINISHES_APART)
  readonly #running: RunningAttempts
  #runMs = 0

  constructor(deps: Deps, pool: Pool, concurrency: number) {
    this.concurrency = concurrency
    this.#free = new Semaphore(concurrency)
    this.#deps = deps
    this.#pool = pool
    this.#starts = new MicroBatcher((ids) => this.#start(ids), { batchPerTick: true, failsWholeBatch: isOutage })
    this.#finishes = new GroupedBatcher(
      (ends) => this.#finish(ends, SHARED_LOCK_WAIT_MS),
      ({ accountId }) => shardOf(accountId, deps.shards),
      { batchPerTick: true, failsWholeBatch: isOutage },
    )
    this.#running = new RunningAttempts({
      start: (callId) => this.#starts.add(callId),
      renew: (calls) => renewLeases(deps.relaxed, calls),
      log: deps.log,
    })
  }

  stop(): void {
    this.#running.stop()
  }

  /** Calls running now. */
  get busy(): number {
    return this.concurrency - this.#free.getValue()
  }

  /** Moving average of run times in milliseconds. */
  get runMs(): number {
    return this.#runMs
  }

  /** Runs the calls of a job. Resolves when each is finished, or was not startable here. */
  async runAll(callIds: readonly string[], traces?: Traces): Promise<void> {
    await Promise.all(callIds.map((callId) => this.#runTraced(callId, null, traces)))
  }

  /** Runs redelivered calls, isolated from each other: one of them may have crashed its worker. */
  async runSuspects(callIds: readonly string[]): Promise<void> {
    await Promise.all(callIds.map((callId) => this.#suspects.begin(() => this.#runOne(callId))))
  }

  /** Runs first attempts that their job carries or offers. A call whose attempt cannot be taken is started by its id. */
  async runFirst({ carried, offered }: FirstAttempts, traces?: Traces): Promise<void> {
    await Promise.all([
      ...carried.map((one) => this.#runTraced(one.id, startCarried(one, this.#deps), traces)),
      ...offered.map((one) => this.#runTraced(one.id, startOffered(one, this.#deps), traces)),
    ])
  }

  /** Counts offered attempts whose job is delivered again: the worker that had them may have ended because of them. */
  countOffered = (callIds: readonly string[]): Promise<void> => countOffered(this.#deps.relaxed, callIds)

  #runTraced(callId: string, started: StartedCall | null, traces: Traces | undefined): Promise<void> {
    return this.#deps.tracer.within(
      'work',
      { 'farebox.call_id': callId, 'farebox.pool': this.#pool },
      () => this.#runOne(callId, started),
      { own: traces?.[callId] },
    )
  }

  async #runOne(callId: string, started: StartedCall | null = null): Promise<void> {
    const { tracer } = this.#deps
    const [, release] = await this.#free.acquire()
    let running: RunningAttempt | undefined
    try {
      const call = started ?? (await this.#starts.add(callId))
      if (call === null) return
      const began = performance.now()
      running = this.#running.begin(call)
      const end: CallEnd =
        call.attempt > MAX_ATTEMPTS
          ? await this.#giveUp(call)
          : await tracer.within(`run ${call.slug}`, { 'farebox.attempt': call.attempt }, async (span) => {
              const ended = await this.#run(call)
              span.tell({ 'farebox.code': codeOf(ended) })
              return ended
            })
      const runMs = performance.now() - began
      this.#runMs = this.#runMs === 0 ? runMs : this.#runMs * 0.95 + runMs * 0.05
      const { replyTo, settlesAfter, accountId } = call
      // An offered attempt that was refused is started after all: only a result is stored without a start.
      const attempt = await running.number({ mustBeStarted: 'refusal' in end })
      if (attempt === null) return
      await tracer.within('finish', {}, () =>
        this.#finishInTime({ callId, attempt, runMs, replyTo, settlesAfter, accountId, ...end }, call.leftMs),
      )
      this.#deps.log.info(
        {
          callId,
          slug: call.slug,
          attempt,
          waitedMs: round(call.waitedMs),
          runMs: round(runMs),
          code: codeOf(end),
        },
        'call',
      )
    } catch (error) {
      this.#deps.log.warn({ err: error, callId }, 'call not finished here; its lease ends and another attempt follows')
    } finally {
      running?.ended()
      release()
    }
  }

  /** Releases the call and pauses its outcome: the next such call would crash another worker. */
  async #giveUp({ callId, slug }: StartedCall): Promise<RunEnd> {
    const { pg, log } = this.#deps
    log.error({ callId, slug }, 'a call ended its worker twice; its outcome is paused')
    await pauseOutcome(pg, slug)
    return { refusal: FAULT }
  }

  /**
   * Retries until the deadline while the database is down: the work is done, and running it again would waste the
   * buyer's time.
   */
  async #finishInTime(end: ToFinish, leftMs: number): Promise<void> {
    const until = performance.now() + leftMs
    let apart = false
    for (;;) {
      try {
        if (end.settlesAfter && end.result !== undefined) {
          await this.#deps.settles.store({ ...end, steps: end.steps ?? null })
        } else if (end.chargedMicroUsdc !== undefined && end.result !== undefined) {
          await this.#finishPartly({ ...end, chargedMicroUsdc: end.chargedMicroUsdc })
        } else await (apart ? this.#finishApart(end) : this.#finishes.add(end))
        return
      } catch (error) {
        if (performance.now() > until) throw error
        this.#deps.log.warn({ err: error, callId: end.callId }, 'a call that has run could not be ended yet')
        apart ||= isLockTimeout(error)
        await pause(FINISH_RETRY_MS)
      }
    }
  }

  /** Finishes a call whose wallet is locked without holding up its batch. */
  async #finishApart(end: ToFinish): Promise<void> {
    await this.#finishesApart.runExclusive(() => this.#finish([end], LOCK_WAIT_MS))
  }

  /** Captures what the answer costs. The ingress reads the price it was captured at. */
  async #finishPartly(end: PartialFinish & { replyTo: string }): Promise<void> {
    const { pg, hints } = this.#deps
    if (await retryConflicts(() => finishPartly(pg, end))) hints.publish(end.replyTo, [end.callId])
  }

  async #run(call: StartedCall): Promise<CallEnd> {
    const { catalog, sellers, sealer, doors, steps, threads, log } = this.#deps
    const entry = call.slug.startsWith(SELLER_PREFIX) ? sellers(call.with) : catalog.get(call.slug)
    if (entry === undefined) {
      log.error({ callId: call.callId, slug: call.slug }, 'no such outcome in this version')
      return { refusal: FAULT }
    }
    const { isolation, secrets } = entry.outcome
    // Parsing a large input and copying its value to a thread would hold up the other calls of this process.
    const isLeftToThread = isolation === 'thread' && secrets.length === 0 && call.input.length > MOST_PARSED_CHARS
    const input = isLeftToThread ? call.input : sealer.open(call.callId, secrets, call.input)
    const leftMs = Math.min(call.timeoutMs, call.leftMs)
    const ownMs = entry.outcome.costOf === null ? 0 : ANSWER_MS
    const workflow = stepRunner(
      { ...steps, doors, threads, pool: this.#pool },
      call.callId,
      performance.now() + leftMs - ownMs,
    )
    const end = await runOutcome(
      entry,
      input,
      {
        ...doors,
        callId: call.callId,
        call: workflow.call,
        step: workflow.step,
        mayRun: workflow.mayRun,
        store: doors.storeOf(call.callId, call.callId),
      },
      leftMs,
      { threads, log, deadlineMs: call.leftMs },
    )
    const lines = await workflow.lines()
    return storedEnd({ entry, sealer, callId: call.callId }, end, { input, lines })
  }

  async #start(ids: string[]): Promise<(StartedCall | null)[]> {
    const calls = await retryConflicts(() => startCalls(this.#deps.relaxed, ids, this.#pool, CALL_TERMS))
    const started = new Map(calls.map((call) => [call.callId, call]))
    // An id that is twice in a batch is started once.
    return ids.map((id) => {
      const call = started.get(id) ?? null
      started.delete(id)
      return call
    })
  }

  async #finish(ends: ToFinish[], lockWaitMs: number): Promise<void[]> {
    const { pg, hints } = this.#deps
    const finished = await retryConflicts(() => finishCalls(pg, ends, lockWaitMs))
    const byIngress = Map.groupBy(
      ends.filter((end) => finished.has(end.callId)),
      (end) => end.replyTo,
    )
    for (const [replyTo, own] of byIngress) hints.publish(replyTo, own.map(hintOf))
    return ends.map(() => undefined)
  }
}

const round = (ms: number) => Math.round(ms * 10) / 10
