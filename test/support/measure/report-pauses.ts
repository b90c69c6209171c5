/**
 * Loaded into a real process (`PRELOAD` of the cluster) by tests that ask how long its event loop stood still. A timer
 * of a millisecond notices each pause: how long it was, how much of it this thread was computing, and how much of it was
 * garbage collection. A request on the socket named by PAUSES_SOCKET answers with the longest since the request before.
 */
import { createServer } from 'node:http'
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Also what `pauseMeter` reads. */
export type Pause = {
  pauseMs: number
  /** Time of the processor this thread took in it; the rest is waiting for one, or for the helpers of the collector. */
  cpuMs: number
  gcMs: number
  gcKinds: number[]
}

const TICK_MS = 1
const NONE = { from: 0, to: 0, pauseMs: 0, cpuMs: 0 }

const cpuNow = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
let longest = NONE
let lastTick = performance.now()
let lastCpu = cpuNow()
const collections: { from: number; ms: number; kind: number }[] = []

setInterval(() => {
  const now = performance.now()
  const cpu = cpuNow()
  const pauseMs = now - lastTick - TICK_MS
  if (pauseMs > longest.pauseMs) longest = { from: lastTick, to: now, pauseMs, cpuMs: cpu - lastCpu }
  lastTick = now
  lastCpu = cpu
}, TICK_MS).unref()

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    // Safe: the entries of type gc carry their kind.
    const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail
    collections.push({ from: entry.startTime, ms: entry.duration, kind })
  }
}).observe({ entryTypes: ['gc'] })

const { PAUSES_SOCKET } = process.env
// Threads of the process load this too.
if (PAUSES_SOCKET !== undefined && isMainThread) {
  const server = createServer((_, response) => {
    // Collections are told of a turn later than they happened, and a pause by the next tick.
    setTimeout(() => {
      const { from, to, pauseMs, cpuMs } = longest
      const within = collections.filter((one) => one.from >= from && one.from <= to)
      const pause: Pause = {
        pauseMs,
        cpuMs,
        gcMs: within.reduce((sum, { ms }) => sum + ms, 0),
        gcKinds: within.map(({ kind }) => kind),
      }
      longest = NONE
      collections.length = 0
      response.end(JSON.stringify(pause))
    }, 2 * TICK_MS)
  })
  server.listen(PAUSES_SOCKET).unref()
}
