import { readdirSync, readFileSync } from 'node:fs'

/** A process of a group, from /proc. */
export type Member = {
  pid: number
  /** `renderer`, `gpu-process`, `zygote` and so on; `browser` for the main process. */
  kind: string
  /** Private memory in bytes: anonymous and shared memory, without program text. */
  bytes: number
}

/**
 * Lists the processes of a process group. Empty without /proc. For repeated calls pass a set in `others`: it caches
 * pids outside of the group, which are not read again.
 */
export function membersOf(group: number, others?: Set<number>): Member[] {
  return pidsOf(group, others).flatMap((pid) => {
    const status = read(pid, 'status')
    return status === null ? [] : [{ pid, kind: kindOf(pid), bytes: ownBytes(status) }]
  })
}

/** Lists the pids of a process group, without zombies. */
export function pidsOf(group: number, others?: Set<number>): number[] {
  const all = allPids()
  if (others !== undefined) {
    const running = new Set(all)
    for (const pid of others) if (!running.has(pid)) others.delete(pid)
  }
  return all.filter((pid) => {
    if (others?.has(pid) === true) return false
    // The process name in parentheses may contain anything: parse the fields behind it.
    const [state, , owner] = (read(pid, 'stat') ?? '').replace(/^.*\) /s, '').split(' ')
    if (Number(owner) !== group) others?.add(pid)
    return state !== 'Z' && state !== 'X' && Number(owner) === group
  })
}

/** Whether a process is in Chromium's sandbox: a seccomp filter, and a nested PID namespace. */
export function isSandboxed(pid: number): boolean {
  const status = read(pid, 'status') ?? ''
  const [, ids = ''] = /^NSpid:\s*(.*)$/m.exec(status) ?? []
  return /^Seccomp:\s*2$/m.test(status) && ids.split(/\s+/).length > 1
}

function allPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function kindOf(pid: number): string {
  return /--type=([\w-]+)/.exec(read(pid, 'cmdline') ?? '')?.[1] ?? 'browser'
}

const ownBytes = (status: string) => 1_024 * (kilobytes(status, 'RssAnon') + kilobytes(status, 'RssShmem'))

const kilobytes = (status: string, field: string) =>
  Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0)

function read(pid: number, file: 'status' | 'stat' | 'cmdline'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return null
  }
}
