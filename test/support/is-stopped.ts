import { readFileSync } from 'node:fs'

import type { Member } from './world/cluster.ts'

/** Whether the process stands still after a SIGSTOP (proc(5): the state follows the name in parentheses). */
export function isStopped({ child }: Member): boolean {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}
