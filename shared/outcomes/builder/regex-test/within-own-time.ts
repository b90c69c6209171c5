/** How many times its own time an attempt gets by the clock when others had the processor meanwhile. */
const MOST_WAIT = 5
/** A thread alone on its processor gets a little less than all of it. */
const NEARLY = 0.9

/**
 * Gives an attempt so many milliseconds by the clock, and once more, from its beginning, five times as many when it was
 * not done and this thread really got less: a busy machine then gives the answer that an idle one gives. Returns whether
 * an attempt was done.
 */
export function withinOwnTime(ownMs: number, attempt: (clockMs: number) => boolean): boolean {
  const before = process.threadCpuUsage()
  if (attempt(ownMs)) return true
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 < ownMs * NEARLY && attempt(MOST_WAIT * ownMs)
}
