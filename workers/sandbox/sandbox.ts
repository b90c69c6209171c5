import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { childCommand, type ChildLimits } from './child-command.ts'
import type { Frame } from './frame.ts'
import { SandboxChild, type SandboxEnd } from './sandbox-child.ts'
import { requiredWalls, type Walls } from './walls.ts'

export type SandboxLimits = ChildLimits & {
  timeoutMs: number
  /** A longer answer ends the child. */
  maxAnswerBytes: number
}

export type SandboxProgram = {
  name: string
  /** The module that calls `serveOneJob`. */
  url: URL
  limits: SandboxLimits
  /** A job with nothing foreign in it, run once a process so that later children find their code compiled. */
  warmUp: () => Frame
}

/** Where sandboxed programs run. */
export type SandboxPlace = {
  /** The state folder of the installation; compiled code is kept there. */
  dataDir: string
  /** Finds the isolation of programs. It throws where they may not run without what is missing; so unless it is given. */
  walls?: () => Promise<Walls>
}

/**
 * Where foreign files are opened: a fresh process for each, so that no file meets another's bytes. What takes a decoder
 * over, or brings it down, has a process with an empty environment, no network, no look into other processes, and limits
 * on memory and time. One spare that has already loaded its program waits for the next job. Nothing is started before
 * the first job.
 */
export class Sandbox {
  readonly #program: SandboxProgram
  readonly #cacheDir: string
  readonly #walls: () => Promise<Walls>
  readonly #running = new Set<SandboxChild>()
  #start: Promise<() => SandboxChild> | undefined
  #spare: SandboxChild | undefined
  #rehearser: SandboxChild | undefined
  #warmUp = Promise.withResolvers<void>()
  #isClosed = false

  constructor(program: SandboxProgram, { dataDir, walls = requiredWalls }: SandboxPlace) {
    this.#program = program
    this.#walls = walls
    this.#cacheDir = resolve(join(dataDir, 'sandbox-cache', program.name))
  }

  /** Process ids of the jobs that run now. */
  get running(): readonly number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? [])
  }

  /** Resolves when children start with compiled code, or never will. */
  get rehearsed(): Promise<void> {
    return this.#warmUp.promise
  }

  /**
   * Runs one job. A child that somebody killed is replaced once, while there is time; aborting the signal ends the job
   * and throws its reason.
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

  /** The spare, and another in its place. */
  async #take(): Promise<SandboxChild> {
    this.#start ??= this.#prepare().catch((error: unknown) => {
      // What is missing can come.
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
    const walls = await this.#walls()
    void this.#rehearse(walls)
      .catch(() => undefined)
      .finally(() => this.#warmUp.resolve())
    const command = childCommand(url, limits, { prefix: walls.prefix })
    return () => new SandboxChild(command, { mayOpen: !walls.canForbidOpening })
  }

  /** Compiles ahead, behind the first jobs; children started after it begin in less than half the time. */
  async #rehearse({ prefix, canForbidOpening }: Walls): Promise<void> {
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

  /** Ends the spare and what still runs. */
  close(): void {
    this.#isClosed = true
    this.#spare?.kill()
    this.#rehearser?.kill()
    for (const child of this.#running) child.kill()
  }
}
