import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { childCommand, type ChildLimits } from './child-command.ts'
import type { Frame } from './frame.ts'
import { SandboxChild, type SandboxEnd } from './sandbox-child.ts'
import { requireIsolation, type Isolation } from './isolation.ts'

export type SandboxLimits = ChildLimits & {
  timeoutMs: number
  /** Limit of the answer in bytes. A longer one kills the child. */
  maxAnswerBytes: number
}

export type SandboxProgram = {
  name: string
  /** The module that calls `serveOneJob`. */
  url: URL
  limits: SandboxLimits
  /** A trusted job that is run once per process to fill the compile cache. */
  warmUp: () => Frame
}

/** Settings of all sandboxes of a process. */
export type SandboxPlace = {
  /** State folder of the installation, for the compile cache. */
  dataDir: string
  /** Finds the isolation of programs; throws if they must not run without what is missing. Default: requireIsolation. */
  isolation?: () => Promise<Isolation>
}

/**
 * Opens untrusted files, each in a fresh process, so that no file can reach the bytes of another. An exploited decoder
 * has an empty environment, no network, no access to other processes, and limits on memory and time. One spare child
 * with its program loaded waits for the next job. Nothing is started before the first job.
 */
export class Sandbox {
  readonly #program: SandboxProgram
  readonly #cacheDir: string
  readonly #isolation: () => Promise<Isolation>
  readonly #running = new Set<SandboxChild>()
  #start: Promise<() => SandboxChild> | undefined
  #spare: SandboxChild | undefined
  #rehearser: SandboxChild | undefined
  #warmUp = Promise.withResolvers<void>()
  #isClosed = false

  constructor(program: SandboxProgram, { dataDir, isolation = requireIsolation }: SandboxPlace) {
    this.#program = program
    this.#isolation = isolation
    this.#cacheDir = resolve(join(dataDir, 'sandbox-cache', program.name))
  }

  /** Pids of the running jobs. */
  get running(): readonly number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? [])
  }

  /** Resolves when the compile cache is filled, or could not be. */
  get rehearsed(): Promise<void> {
    return this.#warmUp.promise
  }

  /**
   * Runs a job. A child killed by an external signal is replaced once if time is left. Aborting the signal kills the
   * child and throws its reason.
   */
  async run(job: Frame, signal: AbortSignal): Promise<SandboxEnd> {
    const { timeoutMs } = this.#program.limits
    const until = performance.now() + timeoutMs
    const end = await this.#runOnce(job, signal, timeoutMs)
    const leftMs = until - performance.now()
    return end.kind === 'killed' && leftMs > 0 && !this.#isClosed ? this.#runOnce(job, signal, leftMs) : end
  }

  async #runOnce(job: Frame, signal: AbortSignal, timeoutMs: number): Promise<SandboxEnd> {
    const child = await this.#take()
    const kill = () => child.kill()
    signal.addEventListener('abort', kill)
    this.#running.add(child)
    try {
      signal.throwIfAborted()
      const end = await child.run(job, { timeoutMs, maxAnswerBytes: this.#program.limits.maxAnswerBytes })
      signal.throwIfAborted()
      return end
    } finally {
      child.kill()
      this.#running.delete(child)
      signal.removeEventListener('abort', kill)
    }
  }

  /** Takes the spare child and starts the next one. */
  async #take(): Promise<SandboxChild> {
    this.#start ??= this.#prepare().catch((error: unknown) => {
      // Retry with the next job: the cause may be fixed.
      this.#start = undefined
      throw error
    })
    const start = await this.#start
    if (this.#isClosed) throw new Error('the sandbox is closed')
    const child = this.#spare?.isGone === false ? this.#spare : start()
    this.#spare = start()
    return child
  }

  async #prepare(): Promise<() => SandboxChild> {
    const { url, limits } = this.#program
    const isolation = await this.#isolation()
    void this.#rehearse(isolation)
      .catch(() => undefined)
      .finally(() => this.#warmUp.resolve())
    const command = childCommand(url, limits, { prefix: isolation.prefix })
    return () => new SandboxChild(command, { mayOpen: !isolation.canForbidOpening })
  }

  /** Fills the compile cache in the background. Children started afterwards start in less than half the time. */
  async #rehearse({ prefix, canForbidOpening }: Isolation): Promise<void> {
    const { url, limits, warmUp } = this.#program
    const cacheDir = this.#cacheDir
    mkdirSync(cacheDir, { recursive: true, mode: 0o700 })
    const command = childCommand(url, limits, { prefix, cacheDir, warmUp: true })
    if (this.#isClosed) return
    this.#rehearser = new SandboxChild(command, { mayOpen: true })
    const { kind } = await this.#rehearser.run(warmUp(), limits)
    if (kind !== 'answer') return
    const quick = childCommand(url, limits, { prefix, cacheDir })
    this.#start = Promise.resolve(() => new SandboxChild(quick, { mayOpen: !canForbidOpening }))
  }

  /** Kills the spare and all running children. */
  close(): void {
    this.#isClosed = true
    this.#spare?.kill()
    this.#rehearser?.kill()
    for (const child of this.#running) child.kill()
  }
}
