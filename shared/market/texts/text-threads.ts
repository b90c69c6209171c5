import { Mutex } from 'async-mutex'

import { Refusal } from '#shared/errors.ts'
import { isTooMuch, ThreadNotLoaded, ThreadPool } from '#shared/lib/concurrency/thread-pool.ts'
import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'

import type { TextJobInput, TextJobName, TextJobOutput } from './text-jobs.ts'
import type { TextEnd } from './text.thread.ts'

type LaneLimits = {
  /** Limit of a job's CPU time. */
  cpuMs: number
  /** Maximum number of jobs running or waiting, of one owner and in total. */
  maxJobsPerOwner: number
  maxJobs: number
}

/**
 * One thread and its queue. Of each owner only one job is in the queue at a time, so an owner of many hostile texts
 * delays each job of others by at most one of theirs.
 */
class Lane {
  readonly #limits: LaneLimits
  readonly #thread = new Mutex()
  readonly #mutex = new KeyedMutex()
  readonly #jobsOf = new Map<string, number>()
  readonly #pool = new ThreadPool({
    filename: new URL('./text.thread.ts', import.meta.url).href,
    maxThreads: 1,
    maxMemoryMb: 256,
    idleMs: 30_000,
  })
  #jobs = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  async run(ownerId: string, job: TextJobName, input: unknown): Promise<TextEnd> {
    const ofOwner = this.#jobsOf.get(ownerId) ?? 0
    if (ofOwner >= this.#limits.maxJobsPerOwner) throw tooMany(ofOwner)
    if (this.#jobs >= this.#limits.maxJobs) throw overloaded()
    this.#jobs += 1
    this.#jobsOf.set(ownerId, ofOwner + 1)
    try {
      return await this.#mutex.runExclusive(ownerId, () => this.#runInThread(job, input))
    } finally {
      this.#jobs -= 1
      const left = (this.#jobsOf.get(ownerId) ?? 1) - 1
      if (left === 0) this.#jobsOf.delete(ownerId)
      else this.#jobsOf.set(ownerId, left)
    }
  }

  async #runInThread(job: TextJobName, input: unknown): Promise<TextEnd> {
    const run = () => this.#pool.run({ job, input }, { cpuMs: this.#limits.cpuMs })
    // Safe: text.thread.ts returns this type.
    return (await this.#thread.runExclusive(run)) as TextEnd
  }
}

/** Two lanes: short texts that readers wait for never queue behind long texts that sellers send. */
const reading = new Lane({ cpuMs: 1_500, maxJobsPerOwner: 100, maxJobs: 500 })
const writing = new Lane({ cpuMs: 8_000, maxJobsPerOwner: 20, maxJobs: 200 })
const LANES: Record<TextJobName, Lane> = {
  readPermissions: reading,
  renderMarkdown: reading,
  ingest: writing,
  findSecretKinds: writing,
  readSchemas: writing,
}

/**
 * Runs a job on a text of `ownerId` in a worker thread. Returns null when the job exceeds its time or memory. Throws
 * the job's own Refusals, 429 when the owner has too many jobs, and 503 when
 * there are too many in total or the thread does not load.
 */
export async function runTextJob<Name extends TextJobName>(
  ownerId: string,
  job: Name,
  input: TextJobInput<Name>,
): Promise<TextJobOutput<Name> | null> {
  try {
    const end = await LANES[job].run(ownerId, job, input)
    if ('refusal' in end) throw Refusal.fromWire(end.refusal)
    // Safe: the output is that of the named job.
    return end.output as TextJobOutput<Name>
  } catch (error) {
    if (isTooMuch(error)) return null
    throw error instanceof ThreadNotLoaded ? overloaded() : error
  }
}

const tooMany = (jobs: number) =>
  new Refusal('rate_limited', `${jobs} texts of this seller are being read right now.`, {
    retryAfterS: 5,
    fix: { action: 'Send fewer at a time; repeat the request in five seconds.' },
  })
const overloaded = () =>
  new Refusal('overloaded', 'Too many texts are being read right now; nothing was changed.', {
    retryAfterS: 5,
    fix: { action: 'Send the request again in five seconds.' },
  })
