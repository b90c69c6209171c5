import { setPriority } from 'node:os'

/** Nice value of the threads: they get about a tenth of a core that something else wants. */
const NICENESS = 10

/**
 * Lowers the priority of the calling thread, so that its work does not delay what the main thread of any process serves. On Linux
 * a nice value belongs to a thread (setpriority(2), "C library/kernel differences"); elsewhere it would be that of the whole
 * process, so nothing is changed there.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(NICENESS)
}
