import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { endProcess } from '../processes/end-process.ts'
import { identityOf } from '../processes/process-identity.ts'

type PidFile = { pid: number; status: string }

/** What PostgreSQL says about itself in postmaster.pid: line 1 is its pid, line 8 its state (`ready`, `stopping`, ...). */
export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'latin1').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Clears the way for a new server on this folder: one that still runs is stopped, and the pid file of a dead one goes,
 * because PostgreSQL takes any later process with that pid for the old server.
 */
export async function endPostmaster(data: string): Promise<void> {
  const found = readPidFile(data)
  if (found === undefined) return
  const running = identityOf(found.pid)
  if (running !== undefined && worksIn(found.pid, data)) await endProcess(running, 'SIGINT', 8_000)
  // Object.is, because a file of garbage has the pid NaN.
  if (Object.is(readPidFile(data)?.pid, found.pid)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

// The server changes into its data folder; its command line names it as well, for who may not look at its folder.
function worksIn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return nameOnCommandLine(pid, data)
  }
}

function nameOnCommandLine(pid: number, data: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {
    return false
  }
}
