import { Semaphore } from 'async-mutex'

import { Refusal } from '#shared/errors.ts'
import { type Begun, isTooMuch, ThreadPool, type TimeLimit } from '#shared/lib/concurrency/thread-pool.ts'
import type { ComputeDoor } from '#shared/doors/compute.ts'

import type { RunEnd } from './run-end.ts'

/** `input` is a value, or JSON text that the thread parses. */
export type ThreadJob = Begun & { slug: string; input: Record<string, unknown> | string; callId: string }
export type EngineJob = Begun & { engine: string; input: unknown }

/** Worker threads for CPU-bound work on untrusted data. */
export type Threads = {
  /**
   * Runs an outcome in a thread for at most `timeoutMs`, not counting the wait for a free thread. A timeout or an abort
   * terminates the thread and rejects with an AbortError.
   */
  run: (
    slug: string,
    input: Record<string, unknown> | string,
    callId: string,
    limits: { signal: AbortSignal; timeoutMs: number },
  ) => Promise<RunEnd>
  /** Runs one engine. */
  compute: ComputeDoor
  close: () => Promise<void>
}

const COMPUTE_CPU_MS = 4_000

/** Creates the threads. None starts before the first run; a terminated one is replaced. */
export function createThreads(maxThreads: number): Threads {
  const filename = new URL('./outcome.thread.ts', import.meta.url).href
  const pool = new ThreadPool({ filename, maxThreads, maxMemoryMb: 512, idleMs: 60_000 })
  // Jobs wait here instead of in the pool, so that time limits count work only.
  const freeThreads = new Semaphore(maxThreads)
  const inThread = (
    job: Omit<ThreadJob, 'begun'> | Omit<EngineJob, 'begun'>,
    limits: { name?: string; signal: AbortSignal } & TimeLimit,
  ): Promise<unknown> => freeThreads.runExclusive(() => pool.run(job, limits))
  return {
    // Safe: outcome.thread.ts returns a RunEnd.
    run: async (slug, input, callId, limits) => (await inThread({ slug, input, callId }, limits)) as RunEnd,
    compute: async (engine, input, { signal, cpuMs = COMPUTE_CPU_MS }) => {
      try {
        // Safe: the result is that of the named engine.
        return (await inThread({ engine, input }, { name: 'compute', signal, cpuMs })) as never
      } catch (error) {
        throw signal.aborted || !isTooMuch(error) ? error : tooMuch()
      }
    },
    close: () => pool.close(),
  }
}

const tooMuch = () =>
  new Refusal('unprocessable', 'What was found is too complex to be taken apart; nothing was charged.', {
    fix: { action: 'Send something smaller.' },
  })
