import { setTimeout as pause } from 'node:timers/promises'

import type { Browser } from 'playwright-core'

import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

import type { ChromiumProcess } from './chromium/start-chromium.ts'
import { watchMemory } from './chromium/watch-memory.ts'

/** Jobs per browser. Its successor is started AHEAD jobs before the last. */
const MAX_JOBS = 50
const AHEAD = 4
/** Memory limit of a browser's processes, in bytes per running job. */
const MAX_BYTES = 700 * 1024 * 1024
const LAST_JOB_MS = 20_000

export type Launch = () => Promise<{ browser: Browser; chromium: ChromiumProcess }>

/** The browser exited during the job, or did not start. */
export class BrowserGone extends Error {
  override readonly name = 'BrowserGone'
}

/** Milliseconds to wait for the exit event of a browser after a job failed. */
const END_SEEN_MS = 250

/** What a job tells the pool when it ends. */
export type JobEnd = {
  /** Something is stuck in the browser, which gets no further job. */
  onStuck: () => void
  /** Work that goes on in the browser after the answer. It never rejects. */
  closeLater: (work: Promise<unknown>) => void
}

type Warm = {
  browser: Browser
  chromium: ChromiumProcess
  /** Jobs it was given so far; `active` of them are running. */
  jobs: number
  active: number
  isRetired: boolean
}

/**
 * Keeps one warm browser for all jobs of this process. After 50 jobs, or after a job left something stuck in it, a
 * browser gets no more jobs and is killed when its last one ends.
 */
export class BrowserPool {
  readonly #launch: Launch
  readonly #log: Log
  readonly #limits: { maxJobs: number; maxBytes: number }
  readonly #all = new Set<Warm>()
  #current: Promise<Warm> | undefined
  /** The successor, started early so that no job waits for it. */
  #next: Promise<Warm> | undefined
  #isClosed = false

  constructor(launch: Launch, log: Log, limits: Partial<{ maxJobs: number; maxBytes: number }> = {}) {
    this.#launch = launch
    this.#log = log
    this.#limits = { maxJobs: MAX_JOBS, maxBytes: MAX_BYTES, ...limits }
  }

  /** Process groups of the running browsers, newest last. */
  get groups(): number[] {
    return [...this.#all].map(({ chromium }) => chromium.pid)
  }

  /** Runs a job in the warm browser. Throws BrowserGone if the browser exits during the job or does not start. */
  async use<Answer>(job: (browser: Browser, of: JobEnd) => Promise<Answer>): Promise<Answer> {
    const warm = await this.#lease()
    let closing: Promise<unknown> = Promise.resolve()
    const end: JobEnd = {
      onStuck: () => this.#retire(warm),
      closeLater: (work) => {
        closing = work
      },
    }
    try {
      // Playwright does not always tell who waits for a browser that is gone.
      return await Promise.race([job(warm.browser, end), failAfterEnd(warm)])
    } catch (error) {
      if (!(await hasEnded(warm, error))) throw error
      this.#retire(warm)
      throw new BrowserGone('the browser ended while a page was pictured', { cause: error })
    } finally {
      if (warm.jobs >= this.#limits.maxJobs) this.#retire(warm)
      const left = () => this.#left(warm)
      void closing.then(left, left)
    }
  }

  #left(warm: Warm): void {
    warm.active -= 1
    this.#endIfIdle(warm)
  }

  /** Starts the first browser and runs a check on it before any job. */
  async prove(check: (warm: Awaited<ReturnType<Launch>>) => Promise<void>): Promise<void> {
    await check(await (this.#current ??= this.#start()))
  }

  /** Kills all browsers and their child processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([this.#current, this.#next])
    const ending = [...this.#all]
    for (const { chromium } of ending) chromium.kill()
    await Promise.all(ending.map(({ chromium }) => chromium.gone))
  }

  async #lease(): Promise<Warm> {
    for (;;) {
      if (this.#isClosed) throw new BrowserGone('the browsers of this process are closed')
      const starting = (this.#current ??= this.#start())
      const warm = await starting.catch((error: unknown) => {
        this.#pass(starting)
        throw new BrowserGone('no browser came up', { cause: error })
      })
      if (!warm.isRetired && isAlive(warm) && warm.jobs < this.#limits.maxJobs) {
        warm.jobs += 1
        warm.active += 1
        if (warm.jobs === this.#limits.maxJobs - AHEAD) this.#prepare()
        return warm
      }
      this.#pass(starting)
    }
  }

  #pass(spent: Promise<Warm>): void {
    if (this.#current !== spent) return
    this.#current = this.#next
    this.#next = undefined
  }

  #prepare(): void {
    this.#next ??= this.#start()
    // #lease reports the error.
    this.#next.catch(() => undefined)
  }

  async #start(): Promise<Warm> {
    const warm: Warm = { ...(await this.#launch()), jobs: 0, active: 0, isRetired: false }
    const { chromium } = warm
    this.#all.add(warm)
    const stopWatch = watchMemory(chromium, () => this.#limits.maxBytes * Math.max(1, warm.active), this.#log)
    void this.#seeOff(warm, stopWatch)
    return warm
  }

  async #seeOff(warm: Warm, stopWatch: () => void): Promise<void> {
    const lastWords = await warm.chromium.gone
    stopWatch()
    this.#all.delete(warm)
    if (!warm.isRetired && !this.#isClosed) this.#log.warn({ pid: warm.chromium.pid, lastWords }, 'the browser ended')
  }

  #retire(warm: Warm): void {
    if (warm.isRetired) return
    warm.isRetired = true
    // A job that is still running by then hangs.
    setTimeout(() => warm.chromium.kill(), LAST_JOB_MS).unref()
    this.#endIfIdle(warm)
  }

  #endIfIdle(warm: Warm): void {
    if (warm.isRetired && warm.active === 0) warm.chromium.kill()
  }
}

const isAlive = ({ browser, chromium }: Pick<Warm, 'browser' | 'chromium'>) =>
  chromium.isRunning() && browser.isConnected()

/** Rejects once the browser is gone and its job had time to say so itself. */
function failAfterEnd({ chromium }: Warm): Promise<never> {
  const failed = chromium.gone.then(async (lastWords) => {
    await pause(END_SEEN_MS)
    throw new Error(`the browser is gone: ${lastWords}`)
  })
  // The job may have ended long before the browser does.
  failed.catch(() => undefined)
  return failed
}

async function hasEnded({ browser, chromium }: Warm, error: unknown): Promise<boolean> {
  if (!isAlive({ browser, chromium })) return true
  // A refusal is about the page. Any other error may be caused by the browser's exit.
  if (error instanceof Refusal) return false
  await Promise.race([chromium.gone, pause(END_SEEN_MS)])
  return !chromium.isRunning()
}
