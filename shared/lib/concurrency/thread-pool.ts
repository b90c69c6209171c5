import type { Piscina } from 'piscina'

/** Comes with every job: the thread's code calls `begin` with it when it is loaded and the work begins. */
export type Begun = { begun: Int32Array<SharedArrayBuffer> }

type PoolOptions = {
  /** URL of the module that runs in the threads. */
  filename: string
  maxThreads: number
  maxMemoryMb: number
  /** How long a thread without work is kept. */
  idleMs: number
  /** What every thread of the pool is given at its start. */
  workerData?: unknown
}
type RunOptions = {
  /** The export that does the job; the default one unless said. */
  name?: string
  signal?: AbortSignal
  timeoutMs: number
  /** Bytes of the job that its thread takes over instead of copying them: they are empty here afterwards. */
  transfer?: readonly ArrayBuffer[]
}

/** Starting a thread and loading its code is no work of the data's, however busy the machine is. */
const LOAD_MS = 60_000

/** A job's thread did not load its code in time. That is no fault of the job's. */
export class ThreadNotLoaded extends Error {
  override readonly name = 'ThreadNotLoaded'
}

/**
 * Worker threads for what strangers' data can keep busy. None is started before the first job, and one that was stopped is
 * replaced. Who runs jobs here runs at most `maxThreads` at once: what waits, waits outside, so that time limits count work
 * only.
 */
export class ThreadPool {
  readonly #options: PoolOptions
  #pool: Promise<Piscina> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Runs a job, for `timeoutMs` at most. That, and aborting the signal, end its thread, whatever it is doing, and reject with
   * an AbortError. Rejects with ThreadNotLoaded when the work did not even begin in time.
   */
  async run(job: object, { name = 'default', signal, timeoutMs, transfer = [] }: RunOptions): Promise<unknown> {
    const limit = timeLimit(timeoutMs)
    try {
      signal?.throwIfAborted()
      this.#pool ??= this.#open()
      const pool = await this.#pool
      const stop = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal])
      return await pool.run({ ...job, begun: limit.begun }, { name, signal: stop, transferList: [...transfer] })
    } catch (error) {
      throw limit.isUnloaded() ? new ThreadNotLoaded('a thread did not load its code in time', { cause: error }) : error
    } finally {
      limit.lift()
    }
  }

  async close(): Promise<void> {
    await (await this.#pool)?.destroy()
  }

  async #open(): Promise<Piscina> {
    const { filename, maxThreads, maxMemoryMb, idleMs, workerData } = this.#options
    // A process that never runs a job does not load it.
    const { Piscina } = await import('piscina')
    return new Piscina({
      filename,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      ...(workerData === undefined ? {} : { workerData }),
    })
  }
}

/** Called in the thread: its code is loaded, and the time limit of the job begins to run. */
export function begin(begun: Begun['begun']): void {
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
}

/** Out of time or out of memory: the data's doing, not ours. */
export const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))

/** Aborts `timeoutMs` after the work begins, or when it has not begun in time. */
function timeLimit(timeoutMs: number): Begun & { signal: AbortSignal; isUnloaded: () => boolean; lift: () => void } {
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
    isUnloaded: () => over.signal.aborted && Atomics.load(begun, 0) === 0,
    lift() {
      isLifted = true
      clearTimeout(timer)
      Atomics.notify(begun, 0)
    },
  }
}
