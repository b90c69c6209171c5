import type { Log } from '#shared/log.ts'

import type { ChromiumProcess } from './start-chromium.ts'
import { membersOf } from './process-group.ts'

const EVERY_MS = 500

/**
 * Checks twice a second how much memory the browser's processes use. Over the limit it kills the largest process: a
 * renderer takes only its tab with it, any other process ends the browser. Returns a function that ends the watch.
 */
export function watchMemory(chromium: ChromiumProcess, limitBytesNow: () => number, log: Log): () => void {
  const others = new Set<number>()
  const timer = setInterval(() => {
    const members = membersOf(chromium.pid, others)
    const limitBytes = limitBytesNow()
    const total = members.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= limitBytes || !chromium.isRunning()) return
    const largest = members.reduce((most, member) => (member.bytes > most.bytes ? member : most))
    log.warn({ total, limitBytes, kind: largest.kind, bytes: largest.bytes }, 'a page filled the browser memory')
    if (largest.kind === 'renderer') end(largest.pid)
    else chromium.kill()
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
