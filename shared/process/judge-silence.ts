export type Tick = {
  /** Counter that the event loop increments while it runs. */
  beats: number
  /** Milliseconds since the previous tick, by the clock. */
  elapsedMs: number
  /** Total milliseconds the event loop's thread has waited for a free CPU. */
  waitedMs: number
}

/**
 * Returns a function that judges, from regular ticks, whether an event loop has been blocked for `limitMs`. A tick
 * counts as at most `tickMs`, however long it took: a stopped process or a sleeping machine had no time to run. Time
 * spent waiting for a CPU is not counted, so that a busy machine is not mistaken for a blocked process.
 */
export function judgeSilence(limitMs: number, tickMs: number): (tick: Tick) => boolean {
  let lastBeats = -1
  let lastWaitedMs = 0
  let silentMs = 0
  return ({ beats, elapsedMs, waitedMs }) => {
    // The kernel adds a wait when it is over, so a tick may report more waiting than its own length.
    silentMs += Math.min(elapsedMs - (waitedMs - lastWaitedMs), tickMs)
    lastWaitedMs = waitedMs
    if (beats !== lastBeats) silentMs = 0
    lastBeats = beats
    return silentMs >= limitMs
  }
}
