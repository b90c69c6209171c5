import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

import type { Chromium } from './find-chromium.ts'
import { launchFlags } from './launch-flags.ts'
import { PipeTransport } from './pipe-transport.ts'

const LAST_WORDS_CHARS = 2_000

/** A running Chromium. It leads its own process group, whose id is its pid. */
export type ChromiumProcess = {
  pid: number
  transport: PipeTransport
  isRunning: () => boolean
  /** Resolves after the exit, with the end of its stderr. */
  gone: Promise<string>
  /** Kills the process group at once. */
  kill: () => void
}

export type StartOptions = {
  chromium: Chromium
  /** Command prefix (confinement.ts). */
  before: readonly string[]
  fontsConf: string
  proxyUrl: string
  /** For tests: changes the command line. */
  flags?: (flags: string[]) => string[]
}

/** Starts Chromium with a minimal environment, without our variables, and with a temporary profile. */
export async function startChromium(options: StartOptions): Promise<ChromiumProcess> {
  const { chromium, before, fontsConf, proxyUrl, flags = (same) => same } = options
  // In tmpdir, because Chromium creates sockets there: socket paths are limited to 107 characters, and DATA_DIR may be
  // too long.
  const profile = await mkdtemp(join(tmpdir(), `farebox-chromium-${process.pid}-`))
  const [file = '', ...args] = [...before, chromium.file, ...flags(launchFlags({ proxyUrl, profile }))]
  const child = spawn(file, args, {
    cwd: profile,
    env: {
      PATH: process.env['PATH'],
      HOME: profile,
      TMPDIR: profile,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: fontsConf,
      ...(chromium.libraries === null ? {} : { LD_LIBRARY_PATH: chromium.libraries }),
    },
    // A process group of its own: Ctrl-C in the terminal does not reach it, and one signal kills all of it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const { pid } = child
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS_CHARS)
  })
  let isRunning = pid !== undefined
  const { promise: gone, resolve } = Promise.withResolvers<string>()
  const end = (words: string) => {
    isRunning = false
    // Child processes may outlive the leader: kill the group.
    if (pid !== undefined) killGroup(pid)
    void rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined)
    resolve(words)
  }
  child.once('error', (error) => end(error.message))
  child.once('exit', () => end(lastWords.trim()))
  if (pid === undefined) throw new Error(`Chromium could not be started: ${await gone}`)
  // Safe: descriptors 3 and 4 are pipes according to `stdio`.
  const [, , , out, incoming] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  return {
    pid,
    transport: new PipeTransport(out, incoming),
    isRunning: () => isRunning,
    gone,
    kill: () => {
      if (isRunning) killGroup(pid)
      // Its exit takes a moment; nothing may use it until then.
      isRunning = false
    },
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is already empty.
  }
}
