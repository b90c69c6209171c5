import { threadId } from 'node:worker_threads'

import type { Piscina } from 'piscina'

/** Part of every job. The thread calls `begin` with it when its code is loaded and the work starts. */
export type Begun = { begun: Int32Array<SharedArrayBuffer> }

type PoolOptions = {
  /** URL of the module that runs in the threads. */
  filename: string
  maxThreads: number
  maxMemoryMb: number
  /** Milliseconds after which an idle thread is stopped. */
  idleMs: number
  /** `workerData` of every thread. */
  workerData?: unknown
}
type RunOptions = {
  /** The export that runs the job; the default export if omitted. */
  name?: string
  signal?: AbortSignal
  /** Buffers of the job that are transferred instead of copied; they are empty here afterwards. */
  transfer?: readonly ArrayBuffer[]
} & TimeLimit
/** `cpuMs` is CPU time of the thread: on a busy machine a job may then take up to five times as long. */
export type TimeLimit = { timeoutMs: number; cpuMs?: never } | { cpuMs: number; timeoutMs?: never }

const MOST_TIMES_CPU = 5

/** Time allowed to start a thread and load its code. It does not count against the job's own time limit. */
const LOAD_MS = 60_000

/** A job's thread did not load its code in time. The job itself is not at fault. */
export class ThreadNotLoaded extends Error {
  override readonly name = 'ThreadNotLoaded'
}

/**
 * Worker threads for work on untrusted data that can use a lot of CPU time. Threads are started with the first job; a
 * terminated thread is replaced. Callers must run at most `maxThreads` jobs at once: waiting jobs would use up their
 * time limits in the queue.
 */
export class ThreadPool {
  readonly #options: PoolOptions
  #pool: Promise<Piscina> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Runs a job for at most `timeoutMs`, or for `cpuMs` of CPU time. Running out of time and the abort of `signal`
   * terminate its thread and reject with an AbortError. Rejects with ThreadNotLoaded when the work did not begin within a minute.
   */
  async run(job: object, { name = 'default', signal, transfer = [], ...time }: RunOptions): Promise<unknown> {
    const limit = timeLimit(time, (id) => this.#cpuMsOf(id))
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

  /** The CPU time that a thread has used, in milliseconds. Rejects when the thread ended. */
  async #cpuMsOf(id: number): Promise<number> {
    const thread = (await this.#pool)?.threads.find((one) => one.threadId === id)
    if (thread === undefined) throw new Error('the thread ended')
    const { user, system } = await thread.cpuUsage()
    return (user + system) / 1000
  }

  async #open(): Promise<Piscina> {
    const { filename, maxThreads, maxMemoryMb, idleMs, workerData } = this.#options
    // Loaded only when the first job runs.
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      ...(workerData === undefined ? {} : { workerData }),
    })
    // A thread whose job was ended can still run out of memory before it stops. Unheard, its error ends the process.
    pool.on('error', () => {})
    return pool
  }
}

/** Called in the thread when its code is loaded. The job's time limit starts here. */
export function begin(begun: Begun['begun']): void {
  Atomics.store(begun, 0, threadId)
  Atomics.notify(begun, 0)
}

/** Whether a job failed because it ran out of time or memory: the data is the cause. */
export const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))

/**
 * Returns a signal that aborts when the time since the work began is used up, or when it has not begun within `LOAD_MS`.
 * `cpuMsOf` tells the CPU time of a thread.
 */
function timeLimit(
  { timeoutMs, cpuMs }: TimeLimit,
  cpuMsOf: (threadId: number) => Promise<number>,
): Begun & { signal: AbortSignal; isUnloaded: () => boolean; lift: () => void } {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const over = new AbortController()
  let isLifted = false
  let timer: NodeJS.Timeout | undefined
  const after = (ms: number, then: () => void) => {
    if (!isLifted) timer = setTimeout(then, ms)
  }
  const watchCpu = async (limitMs: number) => {
    const id = Atomics.load(begun, 0)
    const endsAt = performance.now() + limitMs * MOST_TIMES_CPU
    const isOver = async (before: number): Promise<void> => {
      const leftMs = before + limitMs - (await cpuMsOf(id))
      if (leftMs <= 0 || performance.now() >= endsAt) over.abort()
      else after(Math.max(leftMs, 10), () => void isOver(before).catch(() => over.abort()))
    }
    await isOver(await cpuMsOf(id))
  }
  const watch = async () => {
    const how = await Atomics.waitAsync(begun, 0, 0, LOAD_MS).value
    if (isLifted) return
    if (how === 'timed-out') over.abort()
    else if (cpuMs === undefined) after(timeoutMs, () => over.abort())
    else await watchCpu(cpuMs).catch(() => over.abort())
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

/** The ArrayBuffer of bytes that do not share it, which can be transferred to or from a thread; empty if they share it. */
export const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
