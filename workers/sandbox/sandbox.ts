import type { Frame } from './frame.ts'
import { childCommand, type ChildLimits } from './child-command.ts'
import { SandboxChild, type SandboxEnd } from './sandbox-child.ts'

export type SandboxLimits = ChildLimits & {
  timeoutMs: number
  /** A longer answer ends the child. */
  maxAnswerBytes: number
}

/**
 * Where foreign files are opened: a fresh process for each, so that no file meets another's bytes, and what breaks out of
 * a decoder or brings it down has a process without environment, files, network or time. One spare that has already
 * loaded its program waits for the next job.
 */
export class Sandbox {
  readonly #program: URL
  readonly #limits: SandboxLimits
  readonly #running = new Set<SandboxChild>()
  #spare: SandboxChild | undefined
  #command: readonly string[] | undefined
  #isClosed = false

  constructor(program: URL, limits: SandboxLimits) {
    this.#program = program
    this.#limits = limits
  }

  /** Process ids of the jobs that run now. */
  get running(): readonly number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? [])
  }

  /** Starts the spare before the first job asks for it. */
  async warm(): Promise<void> {
    this.#command ??= await childCommand(this.#program, this.#limits)
    if (!this.#isClosed && this.#spare?.isGone !== false) this.#spare = new SandboxChild(this.#command)
  }

  /** The spare, and another in its place. */
  async #take(): Promise<SandboxChild> {
    this.#command ??= await childCommand(this.#program, this.#limits)
    if (this.#isClosed) throw new Error('the sandbox is closed')
    const child = this.#spare?.isGone === false ? this.#spare : new SandboxChild(this.#command)
    this.#spare = new SandboxChild(this.#command)
    return child
  }

  /** Runs one job. A child that somebody killed is replaced once; aborting the signal ends the job and throws its reason. */
  async run(job: Frame, signal: AbortSignal): Promise<SandboxEnd> {
    const until = performance.now() + this.#limits.timeoutMs
    const end = await this.#runOnce(job, signal, this.#limits.timeoutMs)
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
      const end = await child.run(job, { timeoutMs, maxAnswerBytes: this.#limits.maxAnswerBytes })
      signal.throwIfAborted()
      return end
    } finally {
      child.kill()
      this.#running.delete(child)
      signal.removeEventListener('abort', kill)
    }
  }

  /** Ends the spare and what still runs. */
  close(): void {
    this.#isClosed = true
    this.#spare?.kill()
    for (const child of this.#running) child.kill()
  }
}
