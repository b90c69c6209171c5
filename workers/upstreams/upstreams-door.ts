import { Refusal } from '#shared/errors.ts'
import {
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamQuestion,
  type UpstreamsDoor,
} from '#shared/doors/upstreams.ts'
import type { UpstreamId } from '#shared/upstreams/registry.ts'
import type { UpstreamSettings } from '#shared/upstreams/settings.ts'

import { allFailed, type FailedSource } from './all-failed.ts'
import { askSource, type SourceDeps } from './ask-source.ts'
import { ageMs, type Kept, type UpstreamCache } from './cache.ts'
import { KeyedSingleFlight } from '#shared/lib/concurrency/keyed-single-flight.ts'
import { isFresh, isServable, keepMs } from './freshness.ts'
import { readAnswer } from './reply.ts'
import { type Agent, type Target, targetOf } from './target.ts'

export type DoorDeps = SourceDeps & {
  settings: UpstreamSettings
  agent: Agent
  cache: Pick<UpstreamCache, 'get' | 'put'>
}

const WITHIN_MS = 7_000
const TOTAL_MS = 5_000
/** Least milliseconds reserved for each later source. */
const RESERVE_MS = 1_000
/** Milliseconds after which a request that does not end by itself is abandoned. */
const GRACE_MS = 250

type Question = UpstreamQuestion<unknown>
type Known = { question: Question; target: Target; kept: Kept }
/** State of one ask: its limits, failed sources, and old answers found in the cache. */
type Round = {
  deps: DoorDeps
  flights: KeyedSingleFlight<Kept>
  signal: AbortSignal
  failed: FailedSource<UpstreamId>[]
  known: Known[]
}

/** Implements UpstreamsDoor: cache, order of sources, stale answers, and the refusal when all fail. */
export function upstreamsDoor(deps: DoorDeps): UpstreamsDoor {
  const flights = new KeyedSingleFlight<Kept>()
  return {
    async ask<Value>(
      sources: UpstreamQuestion<Value> | readonly UpstreamQuestion<Value>[],
      { signal, withinMs = WITHIN_MS }: { signal: AbortSignal; withinMs?: number },
    ) {
      const until = performance.now() + withinMs
      const questions: readonly Question[] = 'upstream' in sources ? [sources] : sources
      const round: Round = { deps, flights, signal, failed: [], known: [] }
      for (const [index, question] of questions.entries()) {
        signal.throwIfAborted()
        const reservedMs = (questions.length - index - 1) * RESERVE_MS
        const answer = await askOne(round, question, until - reservedMs)
        // Safe: the value was made by a `read` of these questions.
        if (answer !== null) return answer as UpstreamAnswer<Value>
      }
      const stale = staleAnswer(round)
      if (stale === null) throw allFailed(round.failed)
      // Safe: as above.
      return stale as UpstreamAnswer<Value>
    },
  }
}

/** Asks one source. Null if it failed; the failure is recorded. */
async function askOne(round: Round, question: Question, until: number): Promise<UpstreamAnswer<unknown> | null> {
  const { deps, signal, failed } = round
  const source = question.upstream
  const began = performance.now()
  try {
    return await cachedOrFetched(round, question, until)
  } catch (error) {
    signal.throwIfAborted()
    const { problem, message, retryAfterMs } = failureOf(error)
    failed.push({ source, problem, retryAfterMs })
    deps.meter.answered(source, problem)
    const level = problem === 'cooling_down' || problem === 'not_configured' ? 'debug' : 'warn'
    const ms = Math.round(performance.now() - began)
    deps.log[level]({ upstream: source, problem, reason: message, path: question.path, ms }, 'upstream failed')
    return null
  }
}

async function cachedOrFetched(round: Round, question: Question, until: number): Promise<UpstreamAnswer<unknown>> {
  const { deps, flights, signal, known } = round
  const target = targetOf(question, deps.settings, deps.agent)
  const found = question.ttlS > 0 ? await deps.cache.get(target.cacheKey, question.ttlS * 1_000) : null
  if (found !== null && isFresh(question, found)) {
    const read = tryRead(question, found)
    if (read !== null) return answerOf(round, target, found, read.value, 'cached')
  }
  // Never revalidate a copy that cannot be read: a 304 would keep it.
  const kept = found !== null && canRead(question, found) ? found : null
  if (kept !== null) known.push({ question, target, kept })

  const budgetMs = Math.max(Math.min(target.upstream.totalMs ?? TOTAL_MS, until - performance.now()), 1)
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(budgetMs) + GRACE_MS)])
  const fresh = await flights.run(
    target.cacheKey,
    (stop) => fetchAndKeep(deps, { question, target, kept, budgetMs, signal: stop }),
    bounded,
  )
  // Callers that share a request each use their own reader.
  return answerOf(round, target, fresh, readAnswer(question, fresh.reply), 'ok')
}

async function fetchAndKeep(
  deps: DoorDeps,
  job: { question: Question; target: Target; kept: Kept | null; budgetMs: number; signal: AbortSignal },
): Promise<Kept> {
  const { question, target, kept, budgetMs, signal } = job
  const reply = await askSource(deps, {
    target,
    answers: question.answers ?? [],
    validators: kept?.reply ?? null,
    check: (raw) => void readAnswer(question, raw),
    budgetMs,
    signal,
  })
  const whole = reply ?? kept?.reply
  if (whole === undefined) throw new UpstreamError('bad_response', 'it answered 304 to a question without conditions')
  return deps.cache.put(target.cacheKey, target.id, whole, keepMs(question, whole))
}

/** The last known answer of the first source that has one within its stale time. */
function staleAnswer(round: Round): UpstreamAnswer<unknown> | null {
  for (const { question, target, kept } of round.known) {
    const read = isServable(question, kept) ? tryRead(question, kept) : null
    if (read !== null) return answerOf(round, target, kept, read.value, 'stale')
  }
  return null
}

/** Reads a cached answer; null if it is unreadable, e.g. stored by an older version. */
function tryRead(question: Question, { reply }: Kept): { value: unknown } | null {
  try {
    return { value: readAnswer(question, reply) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return null
  }
}

/** Whether a cached answer is readable. A Refusal counts as a reading. */
function canRead(question: Question, kept: Kept): boolean {
  try {
    return tryRead(question, kept) !== null
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

function answerOf(
  { deps, failed }: Round,
  { id, upstream, sourceUrl }: Target,
  kept: Kept,
  value: unknown,
  how: 'ok' | 'cached' | 'stale',
): UpstreamAnswer<unknown> {
  deps.meter.answered(id, how)
  return {
    value,
    source: upstream.name,
    sourceUrl,
    retrievedAt: kept.fetchedAt.toISOString(),
    cached: how !== 'ok',
    ageS: how === 'ok' ? 0 : Math.floor(ageMs(kept) / 1_000),
    stale: how === 'stale',
    tried: failed.map(({ source, problem }) => ({ source, problem })),
  }
}

/** Converts failures of a source. Refusals and faults of ours are rethrown. */
function failureOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new UpstreamError('timeout', 'it took too long')
  }
  throw error
}
