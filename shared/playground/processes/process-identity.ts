import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Identifies a process, and distinguishes it from a later one with the same pid. */
export type ProcessIdentity = {
  pid: number
  /** Start time as the system counts it, with the id of the boot. Only compared. */
  startedAt: string
}

/** Returns the running process with this pid; undefined when there is none, or only a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : portableStart(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** Whether exactly this process is still running. */
export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean => identityOf(pid)?.startedAt === startedAt

// proc(5): the name in parentheses may contain anything, so fields are counted from the last ")". The first after it is
// the state, the twentieth the start time in clock ticks since boot.
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19]}`
  } catch {
    return undefined
  }
}

function portableStart(pid: number): string | undefined {
  try {
    const [state, ...start] = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,lstart='], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
    return state === undefined || state.startsWith('Z') || start.length === 0 ? undefined : start.join(' ')
  } catch {
    return undefined
  }
}
