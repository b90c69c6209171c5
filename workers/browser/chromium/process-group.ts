import { readdirSync, readFileSync } from 'node:fs'

/** One process of a group, as the kernel shows it to anyone. */
export type Member = {
  pid: number
  /** `renderer`, `gpu-process`, `zygote`, ...; `browser` for the one that started the others. */
  kind: string
  /** Bytes that are its own: anonymous and shared memory, without the program's text. */
  bytes: number
}

/**
 * Every process of a process group. Empty where there is no /proc. Who asks again and again passes a set that keeps the
 * pids of others, which are then not looked at again.
 */
export function membersOf(group: number, others?: Set<number>): Member[] {
  return pidsOf(group, others).flatMap((pid) => {
    const status = read(pid, 'status')
    return status === null ? [] : [{ pid, kind: kindOf(pid), bytes: ownBytes(status) }]
  })
}

/** The pids of a process group that have not ended; who has ended and is not yet reaped does not count. */
export function pidsOf(group: number, others?: Set<number>): number[] {
  const all = allPids()
  if (others !== undefined) {
    const running = new Set(all)
    for (const pid of others) if (!running.has(pid)) others.delete(pid)
  }
  return all.filter((pid) => {
    if (others?.has(pid) === true) return false
    // The name in parentheses may hold anything, so the fields are counted from behind it.
    const [state, , owner] = (read(pid, 'stat') ?? '').replace(/^.*\) /s, '').split(' ')
    if (Number(owner) !== group) others?.add(pid)
    return state !== 'Z' && state !== 'X' && Number(owner) === group
  })
}

/** Whether a process is behind Chromium's two walls: a seccomp filter, and a PID namespace inside ours. */
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
