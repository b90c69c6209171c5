import { setTimeout as pause } from 'node:timers/promises'

import type { Child, Exit } from './process-family.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000
/** A process that ran this long before it died did not fail to start: the count of deaths in a row restarts. */
const STEADY_MS = 30_000

export type Kept = {
  stop: () => Promise<void>
}

export type KeptEvents = {
  /** The process died. `deaths` counts deaths in a row, each soon after a start. It is started again after `pauseMs`. */
  onDeath: (exit: Exit, deaths: number, pauseMs: number) => void
  /** The process was asked to end (SIGTERM and the like), which is meant for the whole playground. */
  onAskedToEnd: () => void
}

/** Starts a process and restarts it whenever it dies, until it is stopped or was asked to end. */
export function keepRunning(start: () => Promise<Child>, events: KeptEvents): Kept {
  const stopping = new AbortController()
  let child: Child | undefined
  const liveOnce = async (): Promise<Exit> => {
    try {
      child = await start()
      if (stopping.signal.aborted) await child.stop()
      return await child.exited
    } catch (error) {
      return { code: 1, signal: null, lastWords: error instanceof Error ? error.message : String(error) }
    }
  }
  const live = async () => {
    for (let deaths = 0; !stopping.signal.aborted;) {
      const startedAt = performance.now()
      const exit = await liveOnce()
      if (stopping.signal.aborted) return
      if (wasAskedToEnd(exit)) return events.onAskedToEnd()
      deaths = performance.now() - startedAt > STEADY_MS ? 1 : deaths + 1
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 1), LONGEST_PAUSE_MS)
      events.onDeath(exit, deaths, pauseMs)
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = live()
  const stop = async () => {
    stopping.abort()
    await child?.stop()
    await ended
  }
  return { stop }
}

// A program that exits because of signal n exits with 128 + n: here SIGHUP, SIGINT, SIGQUIT and SIGTERM.
const ENDED_ON_REQUEST = [0, 129, 130, 131, 143]

function wasAskedToEnd({ code, signal }: Exit): boolean {
  if (signal !== null) return ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'].includes(signal)
  return code !== null && ENDED_ON_REQUEST.includes(code)
}
