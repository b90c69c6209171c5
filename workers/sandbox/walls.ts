import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'

/** A program that opens foreign files would run without its isolation here. The message says what is missing. */
export class Unwalled extends Error {
  override readonly name = 'Unwalled'
}

/** The isolation of sandboxed programs on this system. */
export type Walls = {
  /** The words that stand before a program's command. */
  prefix: readonly string[]
  /** Whether a program that has loaded can lose the right to open files and sockets. */
  canForbidOpening: boolean
  /** Why the programs have no network and user namespace of their own; null when they have. */
  missing: string | null
}

/**
 * A user namespace and a network namespace of its own. The network namespace has no interface that is up. The user
 * namespace keeps the program from reading the environment and the memory of every process outside of it, although it
 * runs as the same user.
 */
const ISOLATION = ['unshare', '--user', '--net']

/** The kernel kills the program when its worker is gone. Without this tool the limit on processor time ends it. */
const DEATH_SIGNAL = ['setpriv', '--pdeathsig', 'KILL']

/** A busy machine may take seconds to start two programs. */
const PROBE_MS = 20_000

let walls: Promise<Walls> | undefined

/**
 * Finds out how sandboxed programs are isolated here. A complete answer is kept for the life of the process; an
 * incomplete one is asked for again, because an operator can change what the system permits.
 */
export function findWalls(): Promise<Walls> {
  walls ??= probe().then((found) => {
    if (found.missing !== null) walls = undefined
    return found
  })
  return walls
}

/** The isolation of sandboxed programs. Throws Unwalled where a part of it is missing. */
export async function requiredWalls(): Promise<Walls> {
  const walls = await findWalls()
  if (walls.missing !== null) throw new Unwalled(walls.missing)
  return walls
}

async function probe(): Promise<Walls> {
  const [unisolated, deathSignal, limit] = await Promise.all([
    whyNotIsolated(ISOLATION),
    outputOf([...DEATH_SIGNAL, 'true']),
    outputOf(['prlimit', '--pid', String(process.pid), '--nofile']),
  ])
  const canForbidOpening = limit !== null
  const prefix = [...(unisolated === null ? ISOLATION : []), ...(deathSignal === null ? [] : DEATH_SIGNAL)]
  const missing = unisolated ?? (canForbidOpening ? null : 'The program prlimit (util-linux) is missing here.')
  return { prefix, canForbidOpening, missing }
}

/**
 * Runs a shell behind a command and compares what it sees with what this process sees: both namespaces have to be others,
 * and the environment of this process has to be unreadable. Null when that is so, else one sentence.
 */
export async function whyNotIsolated(command: readonly string[]): Promise<string | null> {
  const look = `readlink /proc/self/ns/user /proc/self/ns/net
    cat /proc/${process.pid}/environ >/dev/null 2>&1 && echo readable || echo unreadable`
  const output = await outputOf([...command, '/bin/sh', '-c', look])
  if (output === null) return 'User namespaces are not permitted here, so sandboxed programs cannot be isolated.'
  const [user, net, environment] = output.split('\n')
  const isOwn = user !== readlinkSync('/proc/self/ns/user') && net !== readlinkSync('/proc/self/ns/net')
  if (!isOwn) return 'Sandboxed programs get no namespaces of their own here.'
  return environment === 'unreadable' ? null : 'Sandboxed programs can read the environment of their worker here.'
}

/** What a command prints; null when it fails or is not there. */
const outputOf = ([tool = '', ...args]: readonly string[]) =>
  new Promise<string | null>((done) => {
    execFile(tool, args, { timeout: PROBE_MS }, (error, stdout) => done(error === null ? stdout : null))
  })
