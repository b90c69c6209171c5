import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { CircuitBreaker, type Verdict } from '#shared/lib/concurrency/circuit-breaker.ts'

import type { Agents } from './agents.ts'
import { UPSTREAM_BREAKER } from '../egress/upstream-breaker.ts'
import { fetchOnce, type RawReply, type Validators } from './fetch-once.ts'
import type { UpstreamMeter } from './meter.ts'
import type { Pace } from './pace.ts'
import type { Target } from './target.ts'

export type SourceDeps = {
  agents: Agents
  breakers: Map<string, CircuitBreaker>
  pace: Pace
  meter: UpstreamMeter
  tracer: Tracer
  log: Log
}

export type SourceRequest = {
  target: Target
  answers: readonly number[]
  validators: Validators | null
  /** Throws if a reply is an error despite its status. */
  check: (reply: RawReply) => void
  /** Time limit in milliseconds, including the retry. */
  budgetMs: number
  signal: AbortSignal
  /** Whether a POST is idempotent and may be retried. */
  mayRepeat?: boolean
}

const CLIENT = { kind: 'client' } as const
const MAX_ATTEMPTS = 2
/** Least milliseconds left for a request. */
const SHORTEST_MS = 200
/** A timeout of a request that had less time than this does not count against the upstream. */
const FAIR_MS = 2_000
const TRANSIENT = new Set([502, 503, 504])

/**
 * Sends a request to one upstream. Retries once after a broken connection, a 502, 503 or 504, or a 429 with
 * Retry-After, if it fits into the budget; a POST only if `mayRepeat`. Null: 304, the cached copy is still valid.
 */
export async function askSource(deps: SourceDeps, request: SourceRequest): Promise<RawReply | null> {
  const until = performance.now() + request.budgetMs
  const mayRepeat = request.target.body === undefined || request.mayRepeat === true
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.tracer.within(
        `upstream ${request.target.id}`,
        {},
        () => attemptOnce(deps, request, until),
        CLIENT,
      )
    } catch (error) {
      const pauseMs = attempt < MAX_ATTEMPTS && mayRepeat ? pauseBeforeRetry(error) : null
      if (pauseMs === null || performance.now() + pauseMs + SHORTEST_MS > until) throw error
      await sleep(pauseMs, undefined, { signal: request.signal })
    }
  }
}

async function attemptOnce({ agents, breakers, pace, meter, log }: SourceDeps, request: SourceRequest, until: number) {
  const { target, answers, validators, check } = request
  const { id, upstream, lane = id } = target
  const breaker = breakers.get(lane) ?? new CircuitBreaker(UPSTREAM_BREAKER)
  breakers.set(lane, breaker)
  const closedMs = breaker.enter()
  if (closedMs > 0) throw new UpstreamError('cooling_down', 'it failed too often', { retryAfterMs: closedMs })

  let verdict: Verdict = 'unknown'
  let leftMs = 0
  try {
    const waitMs = await pace.take(lane, upstream, until - performance.now() - SHORTEST_MS)
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: request.signal })
    const began = performance.now()
    leftMs = Math.max(Math.floor(until - began), 1)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(leftMs)])
    verdict = 'down'
    const reply = await fetchOnce(agents, target, { answers, validators, signal })
    if (reply !== null) check(reply)
    verdict = 'up'
    meter.took(id, performance.now() - began)
    return reply
  } catch (error) {
    if (verdict === 'down') verdict = verdictOf(error, leftMs)
    if (error instanceof UpstreamError && verdict === 'down' && (error.retryAfterMs ?? 0) > 0) {
      await pace.pause(lane, upstream, error.retryAfterMs ?? 0)
    }
    throw error
  } finally {
    const wasOpen = breaker.isOpen
    breaker.report(verdict)
    if (breaker.isOpen !== wasOpen) log.warn({ upstream: id, open: breaker.isOpen }, 'upstream breaker')
  }
}

/** Breaker verdict of a failure. A single rejected question must not take the upstream away from all callers. */
function verdictOf(error: unknown, leftMs: number): Verdict {
  if (error instanceof Refusal) return 'up'
  if (!(error instanceof UpstreamError)) return 'unknown'
  switch (error.problem) {
    case 'timeout':
      return leftMs >= FAIR_MS ? 'down' : 'unknown'
    case 'refused':
      return error.status === 401 ? 'down' : 'up'
    case 'too_large':
      return 'up'
    case 'unreachable':
    case 'rate_limited':
    case 'server_error':
    case 'bad_response':
      return 'down'
    case 'cooling_down':
    case 'not_configured':
      return 'unknown'
  }
}

function pauseBeforeRetry(error: unknown): number | null {
  if (!(error instanceof UpstreamError)) return null
  const jitterMs = 100 + Math.random() * 300
  if (error.problem === 'unreachable') return jitterMs
  if (error.problem === 'server_error' && TRANSIENT.has(error.status ?? 0)) return (error.retryAfterMs ?? 0) + jitterMs
  if (error.problem === 'rate_limited' && error.retryAfterMs !== undefined) return error.retryAfterMs + jitterMs
  return null
}
