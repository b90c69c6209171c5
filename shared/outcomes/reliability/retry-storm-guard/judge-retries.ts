import { instantOf, isUnixSeconds } from '#shared/engines/guard/instant.ts'
import { conclude, gather } from '#shared/engines/guard/verdict.ts'
import type { Check, Judged } from '#shared/engines/guard/verdict.ts'
import { attemptLog } from './attempt-log.ts'
import type { Attempt, RetryEvent } from './attempt-log.ts'
import { targetHealth } from './circuit.ts'
import { judgeNext } from './next-retry.ts'
import type { NextRetry } from './next-retry.ts'
import type { RetryVerdict } from './retry-verdict.ts'
import { isRetryableStatus } from './retryable-status.ts'
import { roundTo4, spacingOf } from './spacing.ts'
import { signalFinding, stormSignals } from './storm-signals.ts'

export const retryRuleset = 'retry-storm/2026-11-20'

export const jitters = ['full', 'equal', 'decorrelated', 'none'] as const

export type RetryQuestion = {
  events: readonly RetryEvent[]
  window_ms?: number | undefined
  max_attempts?: number | undefined
  retry_budget_ratio?: number | undefined
  policy?:
    | { base_ms?: number | undefined; cap_ms?: number | undefined; jitter?: (typeof jitters)[number] | undefined }
    | undefined
  layers?: readonly number[] | undefined
  next?: NextRetry | undefined
  now?: string | undefined
}

/** Judges an attempt log. Time is `now`, else the last event, so that the same log has one answer. */
export function judgeRetries(question: RetryQuestion): RetryVerdict {
  const {
    window_ms: windowMs = 60_000,
    max_attempts: maxAttempts = 5,
    retry_budget_ratio: budget = 0.1,
    next,
  } = question
  const { base_ms: baseMs = 200, cap_ms: capMs = 30_000, jitter = 'full' } = question.policy ?? {}
  const all = attemptLog(question.events, windowMs / 2)
  const now = instantOf(question.now) ?? all.at(-1)?.at ?? 0
  const past = all.filter(({ at }) => at <= now)
  const window = past.filter(({ at }) => at > now - windowMs)
  const retries = window.filter(({ number }) => number > 1)
  const metrics = metricsOf(window, retries)
  const layerProduct =
    question.layers === undefined ? null : question.layers.reduce((product, layer) => product * layer, 1)
  const spacing = spacingOf(retries)
  const seen = { window, retries, metrics, spacing, maxAttempts, budget, layerProduct }

  const signals: Judged = { findings: [], checks: [] }
  for (const { id, find } of stormSignals) {
    const found = find(seen)
    if (found !== null) signals.findings.push(signalFinding(id, found))
    const status = found === null ? 'pass' : found.severity === 'high' ? 'fail' : 'warn'
    signals.checks.push(
      id === 'layered_retries' && layerProduct === null
        ? { id, status: 'skipped', detail: 'layers was not given' }
        : { id, status, detail: found?.message ?? 'nothing of it in the window' },
    )
  }
  const targets = targetHealth(window, now, capMs)
  const shown =
    next === undefined
      ? targets.find(({ state }) => state !== 'closed')
      : targets.find(({ target }) => target === next.target)
  const last = next === undefined ? (past.at(-1) ?? null) : lastOf(past, next)
  const ofNext: Judged =
    next === undefined
      ? { findings: [], checks: [{ id: 'next', status: 'skipped', detail: 'next was not given' }] }
      : judgeNext(next, { last, maxAttempts, health: shown })
  const delay = delayOf()
  const verdict = conclude({
    input: question,
    ruleset: retryRuleset,
    proceed:
      next === undefined
        ? 'Go on; retries are within bounds.'
        : `Retry after a random wait of ${delay.min} to ${delay.max} ms.`,
    ...gather(signals, ofNext, {
      findings: shown !== undefined && next === undefined ? [unhealthy(shown)] : [],
      checks: logChecks(),
    }),
  })
  return {
    ...verdict,
    storm: signals.findings.some(({ severity }) => severity === 'high'),
    metrics,
    spacing,
    circuit: {
      state: shown?.state ?? 'closed',
      opened_at: isoOrNull(shown?.openedAt),
      probe_at: isoOrNull(shown?.probeAt),
    },
    per_target: targets.map(({ target, requests, failures, retries: again, state }) => ({
      target,
      requests,
      failures,
      retries: again,
      state,
    })),
    recommended_delay_ms: delay,
    retryable: next?.status === undefined ? null : isRetryableStatus(next.status),
    layer_amplification: layerProduct,
  }

  /** Retry-After and an open circuit are floors; jitter goes on top of them, or every client would come back at once. */
  function delayOf() {
    if (next === undefined && last?.failed !== true) return { min: 0, max: 0 }
    const upper = Math.min(capMs, baseMs * 2 ** Math.min(last?.number ?? 1, 30))
    const range = {
      full: { min: 0, max: upper },
      equal: { min: Math.floor(upper / 2), max: upper },
      decorrelated: { min: Math.min(baseMs, capMs), max: Math.min(capMs, Math.max(baseMs, last?.gapMs ?? baseMs) * 3) },
      none: { min: upper, max: upper },
    }[jitter]
    const target = next?.target ?? last?.event.target
    const floors = past
      .filter(({ event, failed }) => failed && event.target === target)
      .map(({ at, event }) => at + (event.retry_after_s ?? 0) * 1000 - now)
    const floor = Math.ceil(
      Math.max(0, (shown?.state === 'open' ? (shown.probeAt ?? now) : now) - now, maximum(floors)),
    )
    if (floor === 0) return { min: Math.round(range.min), max: Math.round(range.max) }
    return { min: Math.round(Math.max(range.min, floor)), max: Math.round(floor + range.max) }
  }

  function logChecks(): Check[] {
    const later = all.length - past.length
    const id = 'events'
    const guessed = secondsOf(all)
    if (later > 0)
      return [...guessed, { id, status: 'warn', detail: `${later} event(s) are later than now and were left out` }]
    return [...guessed, { id, status: 'pass', detail: `${window.length} of ${all.length} event(s) are in the window` }]
  }
}

/** Says which times were read as seconds, since a caller may have meant milliseconds from a start of its own. */
function secondsOf(all: readonly Attempt[]): Check[] {
  const small = all.filter(({ event: { ts } }) => isUnixSeconds(ts)).length
  return small === 0
    ? []
    : [
        {
          id: 'clock',
          status: 'warn',
          detail: `${small} time(s) are below 100,000,000,000 and were read as Unix seconds; send ISO 8601 or Unix milliseconds if that is not meant`,
        },
      ]
}

function unhealthy({ target, failures, requests, probeAt, state }: ReturnType<typeof targetHealth>[number]) {
  return {
    decision: 'review' as const,
    code: 'circuit_open',
    severity: 'medium' as const,
    message: `${failures} of ${requests} requests to ${target.slice(0, 200)} failed; its circuit is ${state}.`,
    next: `Send nothing to this target before ${isoOrNull(probeAt)}, then one probe.`,
  }
}

const isoOrNull = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString()

const maximum = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0)

/** The last attempt at what is planned; by target alone where no operation is named. */
const lastOf = (past: readonly Attempt[], { target, op }: NextRetry) =>
  past.findLast(({ event }) => event.target === target && (op === undefined || event.op === op)) ?? null

function metricsOf(window: readonly Attempt[], retries: readonly Attempt[]): RetryVerdict['metrics'] {
  const first = window.length - retries.length
  // Where every first attempt lies before the window, the operations themselves are what was asked for.
  const asked = first > 0 ? first : Math.max(1, new Set(window.map(({ operation }) => operation)).size)
  let [peak, from] = [0, 0]
  for (const [at, attempt] of window.entries()) {
    while (attempt.at - (window[from]?.at ?? attempt.at) >= 1000) from += 1
    peak = Math.max(peak, at - from + 1)
  }
  return {
    requests: window.length,
    first_attempts: first,
    retries: retries.length,
    retry_ratio: roundTo4(retries.length / asked),
    failure_rate: window.length === 0 ? 0 : roundTo4(window.filter(({ failed }) => failed).length / window.length),
    amplification: roundTo4(window.length / asked),
    peak_rps: peak,
    max_attempts_seen: maximum(window.map(({ number }) => number)),
  }
}
