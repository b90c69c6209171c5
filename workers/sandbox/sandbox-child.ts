import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

import { decodeFrame, encodeFrame, type Frame } from './frame.ts'
import { LOADED, WORK_THREW } from './serve-one-job.ts'

/**
 * How a child ended. `time` and `memory`: a limit was reached. `crash`: any other end caused by the file. `killed`: an
 * external signal, which says nothing about the file.
 */
export type SandboxEnd =
  | { kind: 'answer'; frame: Frame }
  | { kind: 'time' | 'memory' | 'crash'; lastWords: string }
  | { kind: 'killed' }

const run = promisify(execFile)
const LAST_WORDS_BYTES = 2_048
const OUT_OF_MEMORY = /out of memory|failed to allocate|allocation failed|bad_alloc|cannot allocate/i
const SENT_BY_OTHERS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * A child process for one job, with an empty environment and its own process group. After it has loaded its program,
 * and before it gets the job, the kernel takes away its right to open files and sockets, whatever code runs in it. With
 * `mayOpen` it keeps that right: a warm-up gets no untrusted file and writes the compile cache.
 */
export class SandboxChild {
  readonly #child: ChildProcess
  readonly #ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly #ready: Promise<unknown>
  #lastWords = ''
  #isGone = false

  constructor([command = '', ...args]: readonly string[], { mayOpen = false }: { mayOpen?: boolean } = {}) {
    this.#child = spawn(command, args, { env: {}, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#ended = new Promise((done) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        this.#isGone = true
        done({ code, signal })
      }
      this.#child.once('error', (error) => {
        this.#lastWords += error.message
        end(null, null)
      })
      this.#child.once('close', end)
    })
    // Ignore a broken pipe: the exit code says more.
    this.#child.stdin?.on('error', () => {})
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString()).slice(-LAST_WORDS_BYTES)
    })
    this.#ready = Promise.race([this.#ended, this.#loaded().then(() => (mayOpen ? undefined : this.#forbidOpening()))])
    // `run` reports the error.
    this.#ready.catch(() => undefined)
    this.#hold(false)
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Sends the job and waits for the end. Throws if the program itself is broken. */
  async run(job: Frame, limits: { timeoutMs: number; maxAnswerBytes: number }): Promise<SandboxEnd> {
    this.#hold(true)
    let stopped: 'time' | 'crash' | undefined
    const stop = (why: 'time' | 'crash') => {
      stopped ??= why
      this.kill()
    }
    const timer = setTimeout(() => stop('time'), limits.timeoutMs)
    await this.#ready.catch((error: unknown) => {
      clearTimeout(timer)
      this.kill()
      throw error
    })
    const chunks: Buffer[] = []
    let size = 0
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.maxAnswerBytes) stop('crash')
      else chunks.push(chunk)
    })
    for (const chunk of encodeFrame(job)) this.#child.stdin?.write(chunk)
    this.#child.stdin?.end()
    const { code, signal } = await this.#ended
    clearTimeout(timer)
    const lastWords = this.#lastWords
    if (stopped !== undefined) return { kind: stopped, lastWords }
    if (code === 0) {
      const frame = decodeFrame(Buffer.concat(chunks))
      return frame === null ? { kind: 'crash', lastWords: 'its answer was no frame' } : { kind: 'answer', frame }
    }
    if (OUT_OF_MEMORY.test(lastWords)) return { kind: 'memory', lastWords }
    if (signal === 'SIGXCPU') return { kind: 'time', lastWords }
    if (SENT_BY_OTHERS.includes(signal)) return { kind: 'killed' }
    if (signal !== null || code === WORK_THREW) return { kind: 'crash', lastWords }
    throw new Error(`the sandboxed program failed (exit code ${code ?? 'none'}): ${lastWords}`)
  }

  /** Resolves when the program is loaded. */
  #loaded(): Promise<void> {
    return new Promise((done) => {
      this.#child.stdout?.once('data', ([first]: Buffer) => {
        if (first !== LOADED) this.kill()
        done()
      })
    })
  }

  /** Sets the limit of open files to 0: open descriptors stay usable, new ones cannot be opened. */
  async #forbidOpening(): Promise<void> {
    if (this.#isGone) return
    await run('prlimit', ['--pid', String(this.#child.pid), '--nofile=0:0']).catch((error: unknown) => {
      if (!this.#isGone) throw new Error('a sandboxed program could not be closed', { cause: error })
    })
  }

  /** Kills the process group. */
  kill(): void {
    if (this.#isGone || this.#child.pid === undefined) return
    try {
      process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It exited in the meantime.
    }
  }

  /** An idle child does not keep the process alive (unref); a busy one does. */
  #hold(held: boolean): void {
    const verb = held ? 'ref' : 'unref'
    this.#child[verb]()
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      // Safe: the pipes of a child are sockets, whatever their declared type.
      ;(stream as unknown as { ref: () => void; unref: () => void } | null)?.[verb]()
    }
  }
}
