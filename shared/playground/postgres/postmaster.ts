import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { endProcess } from '../processes/end-process.ts'
import { identityOf } from '../processes/process-identity.ts'

type PidFile = { pid: number; status: string }

/** Reads postmaster.pid: line 1 is the pid, line 8 the state (`ready`, `stopping`, ...). */
export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'latin1').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Prepares the folder for a new server: stops one that still runs, and removes the pid file of a dead one, because
 * PostgreSQL would mistake any later process with that pid for the old server.
 */
export async function endPostmaster(data: string): Promise<void> {
  const found = readPidFile(data)
  if (found === undefined) return
  const running = identityOf(found.pid)
  if (running !== undefined && worksIn(found.pid, data)) await endProcess(running, 'SIGINT', 8_000)
  // Object.is, because the pid of an invalid file is NaN.
  if (Object.is(readPidFile(data)?.pid, found.pid)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

// The server's working directory is its data folder. Its command line names the folder too, in case the working
// directory cannot be read.
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
