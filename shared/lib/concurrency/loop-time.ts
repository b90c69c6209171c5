const STEP_MS = 100

/**
 * Calls `late` after `limitMs` of time in which the event loop was free to read answers. A stretch in which the process
 * itself was busy counts as one step of 100 ms however long it was, so that an answer that has arrived meanwhile is read
 * before it counts as late. Returns what ends the wait.
 */
export function afterLoopTime(limitMs: number, late: () => void): () => void {
  let leftMs = limitMs
  let timer: NodeJS.Timeout
  const step = () => {
    const stepMs = Math.min(STEP_MS, leftMs)
    timer = setTimeout(() => {
      leftMs -= stepMs
      if (leftMs > 0) step()
      else late()
    }, stepMs)
  }
  step()
  return () => clearTimeout(timer)
}
