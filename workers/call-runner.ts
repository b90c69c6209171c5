import type { Pool as PgPool } from 'pg'

import { type Finish, finishCalls } from '#shared/calls/finish.ts'
import type { FinalCall } from '#shared/calls/read.ts'
import type { Sealer } from '#shared/calls/seal.ts'
import { LEASE_MS, renewLeases, type StartedCall, startCalls } from '#shared/calls/start.ts'
import { retried } from '#shared/db/retried.ts'
import { GroupCommit } from '#shared/lib/group-commit.ts'
import { Slots } from '#shared/lib/slots.ts'
import type { Log } from '#shared/log.ts'
import type { CatalogEntry } from '#shared/outcomes/catalog.ts'
import type { Hint, Hints } from '#shared/queues/hints.ts'

import { FAULT, type RunEnd, runOutcome } from './run-outcome.ts'
import type { Threads } from './threads.ts'
import { type StepDeps, stepRunner } from './workflow/step-runner.ts'

/** Attempts after which a call that keeps killing its worker is given up. */
const MAX_ATTEMPTS = 3
/** Results up to this size travel with the hint; larger ones the ingress reads itself. */
const INLINE_RESULT_BYTES = 65_536
const FINISH_RETRY_MS = 250

type Deps = {
  pg: PgPool
  /** For leases: a start that a crash of the database loses is only made again. */
  relaxed: PgPool
  hints: Hints
  log: Log
  threads: Threads
  sealer: Sealer
  catalog: ReadonlyMap<string, CatalogEntry>
  doors: StepDeps['doors']
  steps: Omit<StepDeps, 'doors' | 'threads'>
}

type ToFinish = Finish & { replyTo: string }

/**
 * A worker's whole life with a call: take it by its id, run it, finish it, tell the ingress. Taking and finishing are
 * shared statements; running counts against the pool's concurrency call by call, so a slow call delays no neighbour.
 */
export class CallRunner {
  readonly slots: Slots
  readonly #deps: Deps
  readonly #starts: GroupCommit<string, StartedCall | null>
  readonly #finishes: GroupCommit<ToFinish, void>
  readonly #running = new Map<string, { callId: string; attempt: number; since: number }>()
  readonly #renewal: NodeJS.Timeout
  #runMs = 0

  constructor(deps: Deps, concurrency: number) {
    this.slots = new Slots(concurrency)
    this.#deps = deps
    this.#starts = new GroupCommit((ids) => this.#start(ids), { gather: true, lanes: 2 })
    this.#finishes = new GroupCommit((ends) => this.#finish(ends), { gather: true, lanes: 2 })
    this.#renewal = setInterval(() => void this.#renew(), LEASE_MS / 4)
  }

  stop(): void {
    clearInterval(this.#renewal)
  }

  /** Mean run time of recent calls in milliseconds. */
  get runMs(): number {
    return this.#runMs
  }

  /** Runs the calls of one job; settles when each is finished or was not ours to run. */
  async runAll(callIds: readonly string[]): Promise<void> {
    await Promise.all(callIds.map((callId) => this.#runOne(callId)))
  }

  async #runOne(callId: string): Promise<void> {
    await this.slots.take()
    try {
      const call = await this.#starts.add(callId)
      if (call === null) return
      const began = performance.now()
      this.#running.set(callId, { callId, attempt: call.attempt, since: began })
      const end: RunEnd & { steps?: string | null } =
        call.attempt > MAX_ATTEMPTS ? { refusal: FAULT } : await this.#run(call)
      const runMs = performance.now() - began
      this.#runMs = this.#runMs === 0 ? runMs : this.#runMs * 0.95 + runMs * 0.05
      await this.#finishInTime({ callId, attempt: call.attempt, runMs, replyTo: call.replyTo, ...end }, call.leftMs)
      this.#deps.log.info(
        {
          callId,
          slug: call.slug,
          attempt: call.attempt,
          waitedMs: round(call.waitedMs),
          runMs: round(runMs),
          code: 'refusal' in end ? end.refusal.code : 'ok',
        },
        'call',
      )
    } catch (error) {
      this.#deps.log.warn({ err: error, callId }, 'call not finished here; its lease ends and another attempt follows')
    } finally {
      this.#running.delete(callId)
      this.slots.give()
    }
  }

  /** Tries until the deadline while the database is away: the work is done, and running it again would cost its buyer time. */
  async #finishInTime(end: ToFinish, leftMs: number): Promise<void> {
    const until = performance.now() + leftMs
    for (;;) {
      try {
        await this.#finishes.add(end)
        return
      } catch (error) {
        if (performance.now() > until) throw error
        await new Promise((done) => setTimeout(done, FINISH_RETRY_MS))
      }
    }
  }

  async #renew(): Promise<void> {
    const old = performance.now() - LEASE_MS / 4
    const calls = [...this.#running.values()].filter(({ since }) => since < old)
    if (calls.length === 0) return
    await renewLeases(this.#deps.relaxed, calls).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'leases not renewed; the next try follows'),
    )
  }

  async #run(call: StartedCall): Promise<RunEnd & { steps?: string | null }> {
    const { catalog, sealer, doors, steps, threads, log } = this.#deps
    const entry = catalog.get(call.slug)
    if (entry === undefined) {
      log.error({ callId: call.callId, slug: call.slug }, 'no such outcome in this version')
      return { refusal: FAULT }
    }
    const input = sealer.open(call.callId, entry.outcome.secrets, call.input)
    const leftMs = Math.min(call.timeoutMs, call.leftMs)
    const workflow = stepRunner({ ...steps, doors, threads }, call.callId, performance.now() + leftMs)
    const end = await runOutcome(
      entry,
      input,
      { ...doors, callId: call.callId, call: workflow.call, step: workflow.step },
      leftMs,
      {
        threads,
        log,
      },
    )
    const lines = await workflow.lines()
    return lines === null ? end : { ...end, steps: JSON.stringify(lines) }
  }

  async #start(ids: string[]): Promise<(StartedCall | null)[]> {
    const started = new Map(
      (await retried(() => startCalls(this.#deps.relaxed, ids))).map((call) => [call.callId, call]),
    )
    // The same id twice in a batch is one start.
    return ids.map((id) => {
      const call = started.get(id) ?? null
      started.delete(id)
      return call
    })
  }

  async #finish(ends: ToFinish[]): Promise<void[]> {
    const { pg, hints } = this.#deps
    const finished = await retried(() => finishCalls(pg, ends))
    const byIngress = Map.groupBy(
      ends.filter((end) => finished.has(end.callId)),
      (end) => end.replyTo,
    )
    for (const [replyTo, own] of byIngress) hints.publish(replyTo, own.map(hintOf))
    return ends.map(() => undefined)
  }
}

function hintOf(end: ToFinish): Hint {
  if (end.result !== undefined && end.result.length > INLINE_RESULT_BYTES) return end.callId
  const call: FinalCall = {
    callId: end.callId,
    state: end.refusal === undefined ? 'captured' : 'released',
    result: end.result ?? null,
    refusal: end.refusal ?? null,
    runMs: end.runMs,
    steps: end.steps ?? null,
    purged: false,
  }
  return call
}

const round = (ms: number) => Math.round(ms * 10) / 10
