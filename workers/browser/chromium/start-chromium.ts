import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

import type { Chromium } from './find-chromium.ts'
import { launchFlags } from './launch-flags.ts'
import { PipeTransport } from './pipe-transport.ts'

const LAST_WORDS_CHARS = 2_000

/** A running Chromium. It leads a process group of its own, named by its pid. */
export type ChromiumProcess = {
  pid: number
  transport: PipeTransport
  isRunning: () => boolean
  /** Resolves when it is gone, however it went, with the end of what it wrote on stderr. */
  gone: Promise<string>
  /** Kills everything it started, at once. */
  kill: () => void
}

export type StartOptions = {
  chromium: Chromium
  /** What stands before its command line (confinement.ts). */
  before: readonly string[]
  fontsConf: string
  proxyUrl: string
  /** For tests: changes the command line. */
  flags?: (flags: string[]) => string[]
}

/** Starts Chromium with an environment of its own, which holds nothing of ours, and a profile that goes with it. */
export async function startChromium(options: StartOptions): Promise<ChromiumProcess> {
  const { chromium, before, fontsConf, proxyUrl, flags = (same) => same } = options
  // Chromium puts sockets here, whose paths may have 107 characters: DATA_DIR can be too deep.
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
    // A group of its own: a Ctrl-C in the terminal does not reach it, and one signal ends all of it.
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
    // The group outlives its leader for a moment, and what hangs in it for ever.
    if (pid !== undefined) killGroup(pid)
    void rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined)
    resolve(words)
  }
  child.once('error', (error) => end(error.message))
  child.once('exit', () => end(lastWords.trim()))
  if (pid === undefined) throw new Error(`Chromium could not be started: ${await gone}`)
  // Safe: the third and fourth descriptors are pipes because `stdio` says so.
  const [, , , out, incoming] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  return {
    pid,
    transport: new PipeTransport(out, incoming),
    isRunning: () => isRunning,
    gone,
    kill: () => {
      if (isRunning) killGroup(pid)
      // It takes a moment to be gone, in which nobody may ask anything of it.
      isRunning = false
    },
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}
