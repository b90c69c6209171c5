import { closeSync, openSync, statSync } from 'node:fs'

import type { z } from 'zod'

import { spawnWithSecrets } from '#shared/process/spawn-with-secrets.ts'

import { endProcess, send } from './end-process.ts'
import { lastWords } from './last-words.ts'
import type { ProcessRecord } from './leftovers.ts'
import { identityOf } from './process-identity.ts'
import { replaceFile } from '../replace-file.ts'

export type Program = {
  name: string
  file: string
  args: readonly string[]
  /** Secrets in it are passed to the process by descriptor. */
  env: Readonly<Record<string, string | undefined>>
  /** The process itself appends stdout and stderr to this file, so that its output survives a killed supervisor. */
  logFile: string
  cwd?: string
  /** The account to run as, if it is not this process's. */
  uid?: number
  gid?: number
  /** The signal that asks the program to end, and the milliseconds until it is killed. */
  stopSignal: 'SIGTERM' | 'SIGINT'
  graceMs: number
}

export type Exit = {
  code: number | null
  signal: NodeJS.Signals | null
  /** The last line it wrote to its log. */
  lastWords: string
}

export type Child = {
  pid: number | undefined
  /** Size of its log at its start; what follows was written by this process. */
  logStart: number
  exited: Promise<Exit>
  stop: () => Promise<void>
}

/**
 * All processes one supervisor started. They are recorded in a file, so that a later start can end those left behind.
 */
export type ProcessFamily = {
  start: (program: Program) => Child
  /** Prevents further starts. */
  close: () => void
  /** Prevents further starts, and stops every running process. */
  stopAll: () => Promise<void>
  /** Prevents further starts, and kills every process at once. */
  killAll: () => void
}

/**
 * Creates a process family. Each process gets a process group of its own, so that Ctrl-C in the terminal only reaches
 * the supervisor.
 */
export function createProcessFamily(recordPath: string): ProcessFamily {
  const alive = new Map<number, z.output<typeof ProcessRecord>[number]>()
  const children = new Set<Child>()
  const record = () => replaceFile(recordPath, JSON.stringify([...alive.values()]))
  let isClosed = false

  const start = (program: Program): Child => {
    if (isClosed) throw new Error(`${program.name} is not started: the playground is ending`)
    const { name, logFile, stopSignal, graceMs } = program
    const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
    const { child, pid } = spawnDetached(program)
    const identity = pid === undefined ? undefined : identityOf(pid)
    if (identity !== undefined) {
      alive.set(identity.pid, { name, stopSignal, ...identity })
      record()
    }
    const exited = new Promise<Exit>((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, lastWords: error.message }))
      child.once('exit', (code, signal) => {
        // Also ends what it started in its own process group.
        if (pid !== undefined) send(-pid, 'SIGKILL')
        if (identity !== undefined && alive.delete(identity.pid)) record()
        resolve({ code, signal, lastWords: lastWords(logFile, logStart) })
      })
    })
    const stop = async () => {
      if (identity !== undefined) await endProcess(identity, stopSignal, graceMs)
      await exited
    }
    const member = { pid, logStart, exited, stop }
    children.add(member)
    void exited.then(() => children.delete(member))
    return member
  }

  const close = () => {
    isClosed = true
  }
  const stopAll = async () => {
    close()
    await Promise.all([...children].map(async (child) => child.stop()))
  }
  const killAll = () => {
    close()
    for (const pid of alive.keys()) {
      send(-pid, 'SIGKILL')
      send(pid, 'SIGKILL')
    }
  }
  return { start, close, stopAll, killAll }
}

function spawnDetached({ file, args, cwd, env, uid, gid, logFile }: Program) {
  const log = openSync(logFile, 'a', 0o600)
  try {
    const account = uid === undefined || gid === undefined ? {} : { uid, gid }
    const place = cwd === undefined ? {} : { cwd }
    const options = { env, detached: true, stdio: ['ignore', log, log] as const, ...account, ...place }
    const child = spawnWithSecrets(file, args, options)
    return { child, pid: child.pid }
  } finally {
    closeSync(log)
  }
}
