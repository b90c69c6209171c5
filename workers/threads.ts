import { Piscina } from 'piscina'

import type { RunEnd } from './run-outcome.ts'

export type ThreadJob = { slug: string; input: Record<string, unknown>; callId: string }

/** Worker threads for outcomes whose time an input can stretch. */
export type Threads = {
  /** Runs an outcome in a thread; aborting the signal ends the thread, whatever it is doing. */
  run: (slug: string, input: Record<string, unknown>, callId: string, signal: AbortSignal) => Promise<RunEnd>
  close: () => Promise<void>
}

/** Starts no thread before the first run; a stopped thread is replaced by a new one. */
export function createThreads(maxThreads: number): Threads {
  let pool: Piscina<ThreadJob, RunEnd> | undefined
  return {
    run: (slug, input, callId, signal) => {
      pool ??= new Piscina<ThreadJob, RunEnd>({
        filename: new URL('./outcome.thread.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads,
        idleTimeout: 60_000,
        concurrentTasksPerWorker: 1,
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      })
      return pool.run({ slug, input, callId }, { signal })
    },
    close: async () => pool?.destroy(),
  }
}
