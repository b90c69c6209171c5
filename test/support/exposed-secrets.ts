import { readdirSync, readFileSync } from 'node:fs'

export type Shown = { pid: number; command: string; environment: string }

/** What the kernel shows any process of the same user about these processes and all they started. */
export function shownOf(roots: readonly number[]): Shown[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [Number(pid), parentOf(pid)]))
  const isOfFamily = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || isOfFamily(parents.get(pid)))
  return [...parents.keys()].filter(isOfFamily).map((pid) => ({
    pid,
    command: read(pid, 'cmdline').replaceAll('\0', ' ').trim(),
    environment: read(pid, 'environ'),
  }))
}

/** Names of the secrets that one of these processes shows, each with the process that shows it. */
export const exposed = (shown: readonly Shown[], secrets: Readonly<Record<string, string>>): string[] =>
  shown.flatMap(({ command, environment }) =>
    Object.entries(secrets)
      .filter(([, secret]) => environment.includes(secret) || command.includes(secret))
      .map(([name]) => `${name} is shown by ${command.slice(0, 200)}`),
  )

function parentOf(pid: string): number | undefined {
  const stat = read(Number(pid), 'stat')
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return Number.isNaN(parent) ? undefined : parent
}

function read(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
