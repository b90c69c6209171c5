import type { Finding } from '#shared/engines/guard/verdict.ts'
import type { Attempt } from './attempt-log.ts'
import type { RetryVerdict } from './retry-verdict.ts'
import { isRetryableStatus } from './retryable-status.ts'
import { IMMEDIATE_MS } from './spacing.ts'

export type Seen = {
  window: readonly Attempt[]
  retries: readonly Attempt[]
  metrics: RetryVerdict['metrics']
  spacing: RetryVerdict['spacing']
  maxAttempts: number
  budget: number
  layerProduct: number | null
}

type Signal = {
  id: string
  /** What was seen, when it speaks of a storm; null when it does not. */
  find: (seen: Seen) => { message: string; severity: 'medium' | 'high'; at?: readonly Attempt[]; next: string } | null
}

const counted = (attempts: readonly Attempt[]) => `${attempts.length} ${attempts.length === 1 ? 'retry' : 'retries'}`

/** What gives a storm away, each on its own. High ones block, medium ones ask for a review. */
export const stormSignals: readonly Signal[] = [
  {
    id: 'attempts_exhausted',
    find({ window, maxAttempts }) {
      const at = window.filter(({ number }) => number > maxAttempts)
      if (at.length === 0) return null
      const message = `${counted(at)} went beyond ${maxAttempts} attempts at one operation.`
      return {
        message,
        severity: 'high',
        at,
        next: 'Give the operation up and hand it to a dead-letter queue or a human.',
      }
    },
  },
  {
    id: 'non_retryable_retried',
    find({ retries }) {
      const at = retries.filter(({ before }) => {
        const status = before?.failed === true ? before.event.status : undefined
        return status !== undefined && status >= 400 && !isRetryableStatus(status)
      })
      if (at.length === 0) return null
      const message = `${counted(at)} followed a status that trying again cannot change.`
      return {
        message,
        severity: 'high',
        at,
        next: 'Change the request before it is sent again; this answer is final.',
      }
    },
  },
  {
    id: 'retry_after_ignored',
    find({ retries }) {
      const at = retries.filter(
        ({ at: sent, before }) =>
          before !== null && before.failed && sent < before.at + (before.event.retry_after_s ?? 0) * 1000,
      )
      if (at.length === 0) return null
      const message = `${counted(at)} came before the time that Retry-After named.`
      return {
        message,
        severity: 'high',
        at,
        next: 'Wait as long as Retry-After says, and take it as the least wait from now on.',
      }
    },
  },
  {
    id: 'retry_budget_exceeded',
    find({ metrics, budget, retries }) {
      if (metrics.requests < 20 || metrics.retry_ratio <= budget) return null
      const message = `${metrics.retries} retries to ${metrics.first_attempts} first attempts is ${metrics.retry_ratio}, over the budget of ${budget}.`
      return {
        message,
        severity: 'high',
        at: retries,
        next: 'Stop retrying until the share of retries is back within the budget.',
      }
    },
  },
  {
    id: 'amplification',
    find({ metrics }) {
      if (metrics.requests < 10 || metrics.amplification < 3) return null
      const message = `Every first attempt became ${metrics.amplification} requests.`
      return { message, severity: 'high', next: 'Retry in one layer only, with fewer attempts.' }
    },
  },
  {
    id: 'immediate_retries',
    find({ retries }) {
      const at = retries.filter(
        ({ gapMs, before }) => before?.failed === true && gapMs !== null && gapMs < IMMEDIATE_MS,
      )
      if (at.length === 0) return null
      const message = `${counted(at)} followed a failure by less than ${IMMEDIATE_MS} ms.`
      // One at once is a known practice (the connection may have been stale); more are a loop without a wait.
      return {
        message,
        severity: at.length > 1 ? 'high' : 'medium',
        at,
        next: 'Wait before every retry, from the recommended range.',
      }
    },
  },
  {
    id: 'synchronised_retries',
    find({ retries, spacing }) {
      const regular =
        spacing.pattern === 'constant' || spacing.pattern === 'exponential' || spacing.pattern === 'linear'
      if (!regular || spacing.jitter_cv === null || spacing.jitter_cv >= 0.05) return null
      const clients = new Set(retries.map(({ event }) => event.client)).size
      const isMany = clients >= 3 || (spacing.pattern === 'constant' && retries.length >= 5)
      if (!isMany) return null
      const message = `Retries are spaced alike (${spacing.pattern}, variation ${spacing.jitter_cv}), so clients meet again at the same moment.`
      return {
        message,
        severity: 'medium',
        next: 'Add full jitter: draw every wait at random from the recommended range.',
      }
    },
  },
  {
    id: 'layered_retries',
    find({ layerProduct }) {
      if (layerProduct === null || layerProduct <= 9) return null
      const message = `Nested layers turn one failing call into ${layerProduct} attempts at the lowest one.`
      return { message, severity: 'medium', next: 'Keep retries in one layer and set the others to a single attempt.' }
    },
  },
]

/** A signal as a finding of the guard, with the first places it was seen at. */
export function signalFinding(id: string, found: NonNullable<ReturnType<Signal['find']>>): Finding {
  const { message, severity, at = [], next } = found
  const [first] = at
  return {
    decision: severity === 'high' ? 'block' : 'review',
    code: id,
    severity,
    message,
    path: first === undefined ? undefined : `/events/${first.index}`,
    evidence: at.length === 0 ? undefined : { count: at.length, events: at.slice(0, 10).map(({ index }) => index) },
    next,
  }
}
