import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'

/** A program that opens untrusted files would run without isolation. The message says what is missing. */
export class NotIsolated extends Error {
  override readonly name = 'NotIsolated'
}

/** The isolation of sandboxed programs on this system. */
export type Isolation = {
  /** Prefix of a program's command. */
  prefix: readonly string[]
  /** Whether a loaded program can be stripped of the right to open files and sockets. */
  canForbidOpening: boolean
  /** Why programs have no isolation of their own; null if isolation is complete. */
  missing: string | null
}

/**
 * A user namespace and a network namespace per program. The network namespace has no interface that is up. The user
 * namespace prevents the program from reading environment and memory of other processes of the same user.
 */
const NAMESPACES = ['unshare', '--user', '--net']

/** The kernel kills the program when its worker dies. Without this tool the limit of processor time ends it. */
const DEATH_SIGNAL = ['setpriv', '--pdeathsig', 'KILL']

/** Timeout in ms: a busy machine may take seconds to start two programs. */
const PROBE_MS = 20_000

let isolation: Promise<Isolation> | undefined

/**
 * Determines the isolation available here. A complete result is cached for the life of the process; an incomplete one
 * is determined anew, because an operator may fix the cause.
 */
export function findIsolation(): Promise<Isolation> {
  isolation ??= probe().then((found) => {
    if (found.missing !== null) isolation = undefined
    return found
  })
  return isolation
}

/** Like `findIsolation`, but throws NotIsolated if isolation is incomplete. */
export async function requireIsolation(): Promise<Isolation> {
  const isolation = await findIsolation()
  if (isolation.missing !== null) throw new NotIsolated(isolation.missing)
  return isolation
}

async function probe(): Promise<Isolation> {
  const [unisolated, deathSignal, limit] = await Promise.all([
    whyNotIsolated(NAMESPACES),
    outputOf([...DEATH_SIGNAL, 'true']),
    outputOf(['prlimit', '--pid', String(process.pid), '--nofile']),
  ])
  const canForbidOpening = limit !== null
  const prefix = [...(unisolated === null ? NAMESPACES : []), ...(deathSignal === null ? [] : DEATH_SIGNAL)]
  const missing = unisolated ?? (canForbidOpening ? null : 'The program prlimit (util-linux) is missing here.')
  return { prefix, canForbidOpening, missing }
}

/**
 * Checks isolation by running a shell behind `command`: both of its namespaces must differ from ours, and it must not
 * be able to read the environment of this process. Null if so, else a sentence.
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

/** Output of a command; null if it fails or does not exist. */
const outputOf = ([tool = '', ...args]: readonly string[]) =>
  new Promise<string | null>((done) => {
    execFile(tool, args, { timeout: PROBE_MS }, (error, stdout) => done(error === null ? stdout : null))
  })
