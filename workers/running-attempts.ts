import { LEASE_MS, type StartedCall } from '#shared/calls/start.ts'
import type { Log } from '#shared/log.ts'

/** Most milliseconds that an offered attempt runs without a start. The sweeper takes calls for lost later than that. */
const UNSTARTED_MS = 500

type Deps = {
  start: (callId: string) => Promise<StartedCall | null>
  renew: (calls: readonly { callId: string; attempt: number }[]) => Promise<void>
  log: Log
}

/** An attempt that runs in this process. Call `ended` once. */
export type RunningAttempt = {
  /**
   * Returns the number by which the attempt ends: 0 for an offered attempt that was not started, unless `mustBeStarted`.
   * Null when another attempt has begun meanwhile, or the call is final.
   */
  number: (options: { mustBeStarted: boolean }) => Promise<number | null>
  ended: () => void
}

/** `since` is a performance.now() time. */
type Running = { callId: string; attempt: number; since: number }

/**
 * The attempts that run in this process. Renews their leases, and starts each offered attempt (number 0, which has no lease)
 * that takes long, so that the sweeper does not take it for lost.
 */
export class RunningAttempts {
  readonly #deps: Deps
  readonly #running = new Set<Running>()
  readonly #renewal: NodeJS.Timeout

  constructor(deps: Deps) {
    this.#deps = deps
    this.#renewal = setInterval(() => void this.#renew(), LEASE_MS / 4)
  }

  stop(): void {
    clearInterval(this.#renewal)
  }

  begin({ callId, attempt }: Pick<StartedCall, 'callId' | 'attempt'>): RunningAttempt {
    const running: Running = { callId, attempt, since: performance.now() }
    this.#running.add(running)
    if (attempt > 0) {
      return { number: () => Promise.resolve(attempt), ended: () => void this.#running.delete(running) }
    }
    const { start, log } = this.#deps
    let starting: Promise<number | null> | null = null
    const startOnce = () =>
      (starting ??= start(callId).then((call) => {
        if (call !== null) running.attempt = call.attempt
        return call?.attempt ?? null
      }))
    const late = setTimeout(() => {
      startOnce().catch((error: unknown) => log.warn({ err: error, callId }, 'an offered attempt was not started'))
    }, UNSTARTED_MS)
    return {
      number: ({ mustBeStarted }) => {
        clearTimeout(late)
        return mustBeStarted ? startOnce() : (starting ?? Promise.resolve(0))
      },
      // Deletes this attempt only: a later attempt at the same call may run here and has its own lease.
      ended: () => {
        clearTimeout(late)
        this.#running.delete(running)
      },
    }
  }

  async #renew(): Promise<void> {
    const old = performance.now() - LEASE_MS / 4
    const calls = [...this.#running].filter(({ since, attempt }) => since < old && attempt > 0)
    if (calls.length === 0) return
    await this.#deps
      .renew(calls)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'leases not renewed; the next try follows'))
  }
}
