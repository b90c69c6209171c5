import type { Pool as PgPool } from 'pg'

import { acceptPart, partId } from '#shared/calls/accept-part.ts'
import { policyAllows } from '#shared/calls/policy-allows.ts'
import type { FinalCall } from '#shared/calls/read.ts'
import {
  beginStep,
  endStep,
  readSteps,
  type Step,
  type StepEnd,
  type StepKey,
  type StepLine,
  stepLine,
} from '#shared/calls/steps.ts'
import type { Sealer } from '#shared/calls/seal.ts'
import type { Waiters } from '#shared/calls/waiters.ts'
import { Refusal, type WireRefusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { StoreDoor } from '#shared/doors/store.ts'
import type { Pool } from '#shared/calls/pools.ts'
import { acceptedCall } from '#shared/calls/accepted-call.ts'
import type { CallSender } from '#shared/queues/send.ts'

import { runOutcome, TIMED_OUT } from '../run-outcome.ts'
import type { Threads } from '../threads.ts'

/** The doors of a worker. The store is opened per call and per step. */
export type Doors = Omit<OutcomeContext, 'callId' | 'signal' | 'call' | 'mayRun' | 'step' | 'store'> & {
  storeOf: (callId: string, effectId: string) => StoreDoor
}

export type StepDeps = {
  pg: PgPool
  /** Pool for notes that may be lost: that a step runs. */
  relaxed: PgPool
  log: Log
  catalog: ReadonlyMap<string, CatalogEntry>
  threads: Threads
  sender: CallSender
  waiters: Waiters
  replyTo: string
  doors: Doors
  /** Seals and opens secret fields of step inputs and answers. */
  sealer: Sealer
  /** The pool that runs this call. */
  pool: Pool
}

/** Workflow functions of a running call. */
export type StepRunner = Steps & {
  /** The steps for the answer, in the order they began; null if there were none. */
  lines: () => Promise<StepLine[] | null>
}

type Steps = Pick<OutcomeContext, 'call' | 'mayRun' | 'step'>

/** Most levels of nested steps (a bundle of workflows). More is a mistake in the catalog. */
const MOST_LEVELS = 3
const TOO_DEEP = () => Promise.reject(new Error('steps are nested too deep'))

/**
 * Runs the steps of a call. Steps are durable: the end of a step is stored before the workflow sees it, and a later
 * attempt at the call reuses it. Outcomes of the `outcome` pool and of the workflow's own pool run here, since a pool
 * waiting for itself could deadlock. Those of another pool run there, as a free call of their own. Secrets in a step's
 * answer are sealed before it is stored.
 */
export function stepRunner(deps: StepDeps, callId: string, until: number): StepRunner {
  let earlier: Promise<Map<string, Step>> | undefined
  /** Returns the stored end of a step, or runs it. */
  const endOnce = async (step: string, slug: string, run: () => Promise<StepEnd>): Promise<string> => {
    earlier ??= readSteps(deps.pg, callId).then((steps) => new Map(steps.map((known) => [known.step, known])))
    const known = (await earlier).get(step)
    const end =
      known === undefined || known.state === 'running'
        ? await runStored(deps, { callId, step, slug }, run)
        : endOf(known)
    if (end.refusal !== undefined) throw Refusal.fromWire(end.refusal)
    return end.result
  }
  const mayRun = (slug: string) => policyAllows(deps.pg, callId, slug)
  const stepsBelow = (path: string, level: number): Steps => {
    if (level > MOST_LEVELS) return { call: TOO_DEEP, step: TOO_DEEP, mayRun }
    return {
      async call(slug, input, name = slug) {
        const step = path + name
        const inner = stepsBelow(`${step}/`, level + 1)
        const result = await endOnce(step, slug, () => runOther(deps, { callId, step, slug, input, until, inner }))
        const answerSecrets = deps.catalog.get(slug)?.outcome.answerSecrets ?? []
        return answerSecrets.length === 0
          ? JSON.parse(result)
          : deps.sealer.open(partId(callId, step), answerSecrets, result)
      },
      mayRun,
      // Safe: the result of `work` is JSON that was stored and read back.
      step: async <Answer>(name: string, work: () => Promise<Answer>) =>
        JSON.parse(await endOnce(path + name, name, () => ownEnd(work))) as Answer,
    }
  }
  return {
    ...stepsBelow('', 1),
    lines: async () => (earlier === undefined ? null : (await readSteps(deps.pg, callId)).map(stepLine)),
  }
}

async function ownEnd(work: () => Promise<unknown>): Promise<StepEnd> {
  try {
    return { result: JSON.stringify((await work()) ?? null) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}

/** Runs a step and stores its end. The note that it began is not awaited. */
async function runStored({ pg, relaxed, log }: StepDeps, key: StepKey, run: () => Promise<StepEnd>): Promise<StepEnd> {
  beginStep(relaxed, key).catch((error: unknown) => log.warn({ err: error, callId: key.callId }, 'step not noted'))
  const began = performance.now()
  const end = await run()
  await endStep(pg, key, end, performance.now() - began)
  return end
}

function endOf({ result, refusal }: Step): StepEnd {
  return refusal === null ? { result: result ?? 'null' } : { refusal }
}

type ToRun = { callId: string; step: string; slug: string; input: unknown; until: number; inner: Steps }

/** Runs the outcome of a step. Returns its end ready for storing. */
async function runOther(deps: StepDeps, { callId, step, slug, input, until, inner }: ToRun): Promise<StepEnd> {
  const entry = deps.catalog.get(slug)
  if (entry === undefined) throw new Error(`the workflow names ${slug}, which is no outcome`)
  entry.outcome.check?.(entry.outcome.input.parse(input))
  const leftMs = Math.min(entry.outcome.timeoutMs, until - performance.now())
  // Safe: the input of an outcome is an object.
  const raw = input as Record<string, unknown>
  const { pool } = entry.outcome
  if (pool !== 'outcome' && pool !== deps.pool) return runThere(deps, pool, entry, raw, callId, step, leftMs)
  const effectId = partId(callId, step)
  const context = { ...deps.doors, ...inner, callId, store: deps.doors.storeOf(callId, effectId) }
  // Waiting for a thread is no running, here as for a call of its own.
  const end = await runOutcome(entry, raw, context, leftMs, { ...deps, deadlineMs: until - performance.now() })
  return sealAnswer(deps, entry, effectId, end)
}

function sealAnswer({ sealer }: StepDeps, { outcome }: CatalogEntry, id: string, end: StepEnd): StepEnd {
  if (end.result === undefined || outcome.answerSecrets.length === 0) return end
  // Safe: the answer of an outcome is an object.
  const answer = JSON.parse(end.result) as Record<string, unknown>
  return { result: sealer.seal(id, outcome.answerSecrets, end.result, answer) }
}

async function runThere(
  deps: StepDeps,
  pool: Pool,
  entry: CatalogEntry,
  input: Record<string, unknown>,
  callId: string,
  step: string,
  leftMs: number,
): Promise<StepEnd> {
  const { outcome } = entry
  if (!(await isServed(deps.pg, pool))) return { refusal: UNSERVED }
  const id = partId(callId, step)
  const wait = deps.waiters.wait(id)
  const timer = setTimeout(() => wait.end('time'), leftMs)
  try {
    const isNew = await acceptPart(deps.pg, {
      callId,
      step,
      slug: outcome.slug,
      pool,
      timeoutMs: outcome.timeoutMs,
      input: deps.sealer.seal(id, outcome.secrets, JSON.stringify(input), input),
      replyTo: deps.replyTo,
    })
    if (isNew)
      deps.sender
        .send(acceptedCall({ callId: id, slug: outcome.slug, pool }))
        .catch((error: unknown) => deps.log.warn({ err: error, callId: id }, 'not enqueued; the sweeper will'))
    const ended = await wait.ended
    return typeof ended === 'string' ? { refusal: TIMED_OUT } : partEnd(ended)
  } finally {
    clearTimeout(timer)
    wait.end('left')
  }
}

const partEnd = ({ result, refusal }: FinalCall): StepEnd =>
  refusal === null ? { result: result ?? 'null' } : { refusal }

const UNSERVED: WireRefusal = {
  code: 'unavailable',
  error: 'No worker of the pool this part needs is running.',
  retryAfterS: 5,
}

/** Whether a worker of the pool was alive in the last 5 s: otherwise nobody would run the step. */
async function isServed(pg: PgPool, pool: Pool): Promise<boolean> {
  const { rowCount } = await pg.query({
    name: 'pool-is-served',
    text: `select from worker_heartbeat where pool = $1 and is_open and seen_at > now() - interval '5 seconds' limit 1`,
    values: [pool],
  })
  return rowCount === 1
}
