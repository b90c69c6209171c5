import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type Running = { pid: number; parent: number; command: string }

/**
 * Every living process that has to do with this folder: by its command line, where it stands, or a path in its
 * environment. A zombie is no process.
 */
export function runningIn(folder: string): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((pid) => look(pid, folder) ?? [])
}

function look(pid: number, folder: string): Running | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return undefined
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  const traces = [command, place(pid), read(`/proc/${pid}/environ`)]
  return traces.some((trace) => trace.includes(folder)) ? { pid, parent: Number(parent), command } : undefined
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function place(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
