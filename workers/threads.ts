import { Piscina } from 'piscina'

import { Refusal } from '#shared/errors.ts'
import { Slots } from '#shared/lib/slots.ts'
import type { ComputeDoor } from '#shared/outcomes/doors/compute.ts'

import type { RunEnd } from './run-outcome.ts'

export type ThreadJob = { slug: string; input: Record<string, unknown>; callId: string }
/** `begun` is set to 1 when the engine's code is loaded and its work begins. */
export type EngineJob = { engine: string; input: unknown; begun: Int32Array<SharedArrayBuffer> }

/** Worker threads for what strangers' data can keep busy. */
export type Threads = {
  /** Runs an outcome in a thread; aborting the signal ends the thread, whatever it is doing. */
  run: (slug: string, input: Record<string, unknown>, callId: string, signal: AbortSignal) => Promise<RunEnd>
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
  const slots = new Slots(maxThreads)
  const inThread = async (job: ThreadJob | EngineJob, name: string, signalFor: () => AbortSignal): Promise<unknown> => {
    await slots.take()
    try {
      const signal = signalFor()
      signal.throwIfAborted()
      pool ??= new Piscina({
        filename: new URL('./outcome.thread.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads,
        idleTimeout: 60_000,
        concurrentTasksPerWorker: 1,
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      })
      return await pool.run(job, { name, signal })
    } finally {
      slots.give()
    }
  }
  return {
    // Safe: what outcome.thread.ts answers with.
    run: async (slug, input, callId, signal) =>
      (await inThread({ slug, input, callId }, 'default', () => signal)) as RunEnd,
    compute: async (engine, input, { signal, timeoutMs = COMPUTE_MS }) => {
      try {
        const begun = new Int32Array(new SharedArrayBuffer(4))
        const within = () => AbortSignal.any([signal, timeoutFrom(begun, timeoutMs)])
        // Safe: the engine of this name answered.
        return (await inThread({ engine, input, begun }, 'compute', within)) as never
      } catch (error) {
        throw signal.aborted || !isTooMuch(error) ? error : tooMuch()
      }
    },
    close: async () => pool?.destroy(),
  }
}

/** Aborts `timeoutMs` after the work begins, or when it has not begun in time. */
function timeoutFrom(begun: Int32Array<SharedArrayBuffer>, timeoutMs: number): AbortSignal {
  const over = new AbortController()
  const watch = async () => {
    const how = await Atomics.waitAsync(begun, 0, 0, LOAD_MS).value
    if (how === 'timed-out') over.abort()
    else setTimeout(() => over.abort(), timeoutMs).unref()
  }
  void watch()
  return over.signal
}

const tooMuch = () =>
  new Refusal('unprocessable', 'What was found is too complex to be taken apart; nothing was charged.', {
    fix: { action: 'Send something smaller.' },
  })

/** Out of time or out of memory: the data's doing, not ours. */
const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
