import { Semaphore } from 'async-mutex'
import { Piscina } from 'piscina'

import { Refusal } from '#shared/errors.ts'
import type { ComputeDoor } from '#shared/outcomes/doors/compute.ts'

import type { RunEnd } from './run-outcome.ts'

/** `begun` is set to 1 when the thread's code is loaded and the work begins. */
type Begun = { begun: Int32Array<SharedArrayBuffer> }
export type ThreadJob = Begun & { slug: string; input: Record<string, unknown>; callId: string }
export type EngineJob = Begun & { engine: string; input: unknown }

/** Worker threads for what strangers' data can keep busy. */
export type Threads = {
  /**
   * Runs an outcome in a thread, `timeoutMs` at most; waiting for a thread does not count. That, and aborting the signal,
   * end the thread, whatever it is doing, and reject with an AbortError.
   */
  run: (
    slug: string,
    input: Record<string, unknown>,
    callId: string,
    limits: { signal: AbortSignal; timeoutMs: number },
  ) => Promise<RunEnd>
  /** The same for one engine. */
  compute: ComputeDoor
  close: () => Promise<void>
}

const COMPUTE_MS = 4_000
/** Starting a thread and loading its code is no work of the data's, however busy the machine is. */
const LOAD_MS = 20_000

/** Starts no thread before the first run; a stopped thread is replaced by a new one. */
export function createThreads(maxThreads: number): Threads {
  let pool: Piscina | undefined
  // What waits for a thread waits here, so that a time limit counts work only.
  const freeThreads = new Semaphore(maxThreads)
  const inThread = async (
    job: Omit<ThreadJob, 'begun'> | Omit<EngineJob, 'begun'>,
    name: string,
    { signal: stop, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  ): Promise<unknown> => {
    const [, release] = await freeThreads.acquire()
    const limit = timeLimit(timeoutMs)
    try {
      stop.throwIfAborted()
      const { begun } = limit
      const signal = AbortSignal.any([stop, limit.signal])
      pool ??= new Piscina({
        filename: new URL('./outcome.thread.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads,
        idleTimeout: 60_000,
        concurrentTasksPerWorker: 1,
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      })
      return await pool.run({ ...job, begun }, { name, signal })
    } finally {
      limit.lift()
      release()
    }
  }
  return {
    // Safe: what outcome.thread.ts answers with.
    run: async (slug, input, callId, limits) => (await inThread({ slug, input, callId }, 'default', limits)) as RunEnd,
    compute: async (engine, input, { signal, timeoutMs = COMPUTE_MS }) => {
      try {
        // Safe: the engine of this name answered.
        return (await inThread({ engine, input }, 'compute', { signal, timeoutMs })) as never
      } catch (error) {
        throw signal.aborted || !isTooMuch(error) ? error : tooMuch()
      }
    },
    close: async () => pool?.destroy(),
  }
}

/** Aborts `timeoutMs` after the work begins, or when it has not begun in time. */
function timeLimit(timeoutMs: number): Begun & { signal: AbortSignal; lift: () => void } {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const over = new AbortController()
  let isLifted = false
  let timer: NodeJS.Timeout | undefined
  const watch = async () => {
    const how = await Atomics.waitAsync(begun, 0, 0, LOAD_MS).value
    if (isLifted) return
    if (how === 'timed-out') over.abort()
    else timer = setTimeout(() => over.abort(), timeoutMs)
  }
  void watch()
  return {
    begun,
    signal: over.signal,
    lift() {
      isLifted = true
      clearTimeout(timer)
      Atomics.notify(begun, 0)
    },
  }
}

const tooMuch = () =>
  new Refusal('unprocessable', 'What was found is too complex to be taken apart; nothing was charged.', {
    fix: { action: 'Send something smaller.' },
  })

/** Out of time or out of memory: the data's doing, not ours. */
export const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
