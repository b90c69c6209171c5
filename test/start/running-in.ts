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

/** Whether this process still lives: asking costs far less than looking for all of a folder. */
export function isStillRunning({ pid, command }: Running): boolean {
  return stateOf(pid).isLiving && commandOf(pid) === command
}

function look(pid: number, folder: string): Running | undefined {
  const { isLiving, parent } = stateOf(pid)
  if (!isLiving) return undefined
  const command = commandOf(pid)
  const isOfFolder =
    command.includes(folder) || place(pid).includes(folder) || read(`/proc/${pid}/environ`).includes(folder)
  return isOfFolder ? { pid, parent, command } : undefined
}

function stateOf(pid: number) {
  const stat = read(`/proc/${pid}/stat`)
  const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { isLiving: !['', 'Z', 'X'].includes(state), parent: Number(parent) }
}

const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()

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
