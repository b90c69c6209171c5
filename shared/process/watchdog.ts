import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

import type { Log } from '#shared/log.ts'

const LIMIT_MS = 30_000
const TICKS_IN_LIMIT = 30

/** What the watchdog's thread is given. */
export type Watched = { beats: Int32Array<SharedArrayBuffer>; limitMs: number; tickMs: number }

/**
 * Ends this process when its event loop has been blocked for `limitMs`: a process that answers nothing is worth less than
 * the one that its supervisor starts after it. A thread of its own watches, and kills the process with a line in the log.
 */
export function startWatchdog(log: Log, limitMs = LIMIT_MS): void {
  // A debugger stops the event loop on purpose.
  if (debuggerUrl() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const tickMs = limitMs / TICKS_IN_LIMIT
  setInterval(() => Atomics.add(beats, 0, 1), tickMs).unref()
  const cache = process.env['NODE_COMPILE_CACHE']
  const watched: Watched = { beats, limitMs, tickMs }
  const thread = new Worker(new URL('./watchdog.thread.ts', import.meta.url), {
    workerData: watched,
    // The thread loads nothing but itself, from the compiled code that is kept.
    execArgv: [],
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
  })
  thread.on('error', (error) => log.error({ err: error }, 'the watchdog has ended'))
  thread.unref()
}
