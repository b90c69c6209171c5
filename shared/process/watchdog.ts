import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

import type { Log } from '#shared/log.ts'

const LIMIT_MS = 30_000
const TICKS_IN_LIMIT = 30

/** `workerData` of the watchdog's thread. */
export type Watched = { beats: Int32Array<SharedArrayBuffer>; limitMs: number; tickMs: number }

/**
 * Ends this process when its event loop has been blocked for `limitMs`, so that the supervisor starts a new one. A
 * separate thread watches the event loop; it logs the stack and kills the process.
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
    // The thread only loads its own module, from the compile cache.
    execArgv: [],
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
  })
  thread.on('error', (error) => log.error({ err: error }, 'the watchdog has ended'))
  thread.unref()
}
