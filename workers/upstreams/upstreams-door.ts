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
/** What each source that comes after this one is left at least. */
const RESERVE_MS = 1_000
/** A request ends itself; only what hangs beyond that is left behind. */
const GRACE_MS = 250

type Question = UpstreamQuestion<unknown>
type Known = { question: Question; target: Target; kept: Kept }
/** One ask: what it may take, what failed so far, and what old answers were seen on the way. */
type Round = {
  deps: DoorDeps
  flights: KeyedSingleFlight<Kept>
  signal: AbortSignal
  failed: FailedSource<UpstreamId>[]
  known: Known[]
}

/** The real door: the cache, the order of sources, stale answers, and the refusal when nothing is left. */
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

/** The answer of one source; null when it failed, which is then on record. */
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
  // A copy that cannot be read must not be asked about: a 304 would keep it for another while.
  const kept = found !== null && canRead(question, found) ? found : null
  if (kept !== null) known.push({ question, target, kept })

  const budgetMs = Math.max(Math.min(target.upstream.totalMs ?? TOTAL_MS, until - performance.now()), 1)
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(budgetMs) + GRACE_MS)])
  const fresh = await flights.run(
    target.cacheKey,
    (stop) => fetchAndKeep(deps, { question, target, kept, budgetMs, signal: stop }),
    bounded,
  )
  // Who shared a request reads its answer with a reader of their own.
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

/** The last answer of the first source that has one which may still be served. */
function staleAnswer(round: Round): UpstreamAnswer<unknown> | null {
  for (const { question, target, kept } of round.known) {
    const read = isServable(question, kept) ? tryRead(question, kept) : null
    if (read !== null) return answerOf(round, target, kept, read.value, 'stale')
  }
  return null
}

/** What an older version of this code kept, this one may be unable to read. */
function tryRead(question: Question, { reply }: Kept): { value: unknown } | null {
  try {
    return { value: readAnswer(question, reply) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return null
  }
}

/** A Refusal is a reading too. */
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

/** What counts as a failure of the source. A refusal and a fault of ours pass through. */
function failureOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new UpstreamError('timeout', 'it took too long')
  }
  throw error
}
