export type Tick = {
  /** How often the event loop has shown that it runs. */
  beats: number
  /** The time since the tick before, by the clock. */
  elapsedMs: number
  /** How long the thread of the event loop has waited for a free CPU since it began. */
  waitedMs: number
}

/**
 * Judges by regular ticks whether an event loop has been blocked for `limitMs`. However long a tick took, it counts as one
 * tick at most: a process that was stopped, or a machine that slept, had no time to run. Time in which the event loop
 * waited for a CPU is not counted either, so that a busy machine is not mistaken for a blocked process.
 */
export function judgeSilence(limitMs: number, tickMs: number): (tick: Tick) => boolean {
  let lastBeats = -1
  let lastWaitedMs = 0
  let silentMs = 0
  return ({ beats, elapsedMs, waitedMs }) => {
    // The system counts a wait when it is over, so a tick may show more of it than the tick was long.
    silentMs += Math.min(elapsedMs - (waitedMs - lastWaitedMs), tickMs)
    lastWaitedMs = waitedMs
    if (beats !== lastBeats) silentMs = 0
    lastBeats = beats
    return silentMs >= limitMs
  }
}
