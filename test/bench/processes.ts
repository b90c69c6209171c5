import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from '#shared/playground/free-port.ts'
import { flagsOf, NODE_ENVIRONMENT } from '#shared/process/node-flags.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const TICKS_PER_SECOND = 100

export type Started = { child: ChildProcess; pid: number; baseUrl: string; stop: () => Promise<void> }

/** Starts a file as a process and waits until it says so or its port answers. */
export async function startProcess(
  file: string,
  args: string[],
  env: Record<string, string>,
  { serves, flags = flagsOf(file) }: { serves?: 'http' | 'health'; flags?: readonly string[] } = {},
): Promise<Started> {
  const port = serves === undefined ? 0 : await freePort(undefined)
  const child = spawn(process.execPath, [...flags, join(ROOT, file), ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      ...NODE_ENVIRONMENT,
      // As `npm run ingress` has it: what is compiled is kept from the last run.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/node'),
      FAREBOX_PARENT_PID: String(process.pid),
      ...env,
      PORT: String(port),
      HEALTH_PORT: serves === 'health' ? String(port) : '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const baseUrl = `http://127.0.0.1:${port}`
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
  const until = Date.now() + 60_000
  while (serves === undefined ? !/(?:worker|deliveries) ready/.test(said) : !(await answers(baseUrl))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error(`${file} did not start: ${said}`)
    await pause(50)
  }
  return {
    child,
    pid: child.pid ?? 0,
    baseUrl,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await once(child, 'exit')
      clearTimeout(late)
    },
  }
}

/** Whether something listens; no request is sent, so that no row starts with a wrong one. */
const answers = (url: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), done(true)))
    socket.once('error', () => done(false))
  })

/** CPU milliseconds a process has used, with those of its children that ended. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

/**
 * CPU milliseconds of a process and of everything it started, also of what ended meanwhile. Other servers of the same
 * program on this machine do not count.
 */
export function treeCpuMs(rootPid: number): number {
  let sum = 0
  for (const pid of treeOf(rootPid)) {
    try {
      const [, , , , , , , , , , , user, system, usersOfEnded, systemsOfEnded] = statOf(pid)
      sum += ticks(user) + ticks(system) + ticks(usersOfEnded) + ticks(systemsOfEnded)
    } catch {
      // The process ended meanwhile; its parent has its time.
    }
  }
  return (sum * 1_000) / TICKS_PER_SECOND
}

/** Megabytes that a process and everything it started hold, what they share counted once. */
export function treeMemoryMb(rootPid: number): number {
  let kilobytes = 0
  for (const pid of treeOf(rootPid)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process ended meanwhile.
    }
  }
  return kilobytes / 1_024
}

/** A process and everything it started. */
function treeOf(rootPid: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      parents.set(Number(entry), Number(statOf(Number(entry))[1]))
    } catch {
      // The process ended meanwhile.
    }
  }
  const tree = [rootPid]
  // The list grows while it is walked.
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** The fields of /proc/<pid>/stat from the state on. */
const statOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
const ticks = (field: string | undefined) => Number(field ?? 0)

/** CPU milliseconds of every process on this machine whose program is called like this; for differences in one run. */
export const cpuMsOf = (program: string): number => sumOver((name) => name.startsWith(program), cpuMs)

/** The same of PostgreSQL. */
export const postgresCpuMs = (): number => cpuMsOf('postgres')

export const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

function sumOver(wanted: (name: string) => boolean, measure: (pid: number) => number): number {
  let sum = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      if (wanted(readFileSync(`/proc/${entry}/comm`, 'utf8'))) sum += measure(Number(entry))
    } catch {
      // The process ended meanwhile.
    }
  }
  return sum
}
