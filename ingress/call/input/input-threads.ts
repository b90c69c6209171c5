import { Refusal } from '#shared/errors.ts'
import { FairSemaphore } from '#shared/lib/concurrency/fair-semaphore.ts'
import type { ProposalQuestion } from '#shared/router/propose/proposal.ts'
import { isTooMuch, ownBuffer, ThreadNotLoaded, ThreadPool } from '#shared/lib/concurrency/thread-pool.ts'

import { jitter } from '#ingress/http/jitter.ts'
import type { CallInput } from './call-input.ts'
import type { GoalEnd, GoalJob, InputEnd, InputJob, InputThreadData, PlanEnd, PlanJob } from './input.thread.ts'

const THREADS = 2
/** The most expensive body takes a tenth of this on a quiet machine. */
const CPU_MS = 10_000
const MAX_MEMORY_MB = 512
/** Idle threads are kept this long: loading the catalog takes a thread a second. */
const IDLE_MS = 600_000
/** Most bodies of one address that wait for a thread. */
const MOST_WAITING = 64

/** Worker threads that parse and validate large bodies, so that they do not block other requests. Addresses take turns. */
export class InputThreads {
  readonly #pool: ThreadPool
  readonly #semaphore = new FairSemaphore(THREADS)

  constructor(workerData: InputThreadData) {
    const filename = new URL('./input.thread.ts', import.meta.url).href
    this.#pool = new ThreadPool({
      filename,
      maxThreads: THREADS,
      maxMemoryMb: MAX_MEMORY_MB,
      idleMs: IDLE_MS,
      workerData,
    })
  }

  /** Runs `callInput` in a thread. Also throws 422 for a body that takes too long, 503 when too many bodies wait. */
  take(job: InputJob, address: string): Promise<CallInput> {
    return this.#inTurn(address, async () => {
      const bytes = job.raw.length
      // Safe: what input.thread.ts answers with.
      const end = (await this.#pool.run(job, { cpuMs: CPU_MS, transfer: ownBuffer(job.raw) })) as InputEnd
      return inputOf(end, bytes)
    })
  }

  /** Validates the body of a run and plans its goal in a thread. Throws as `take` does, and `no_plan`. */
  takeGoal(job: GoalJob, address: string): Promise<CallInput & { proposalEnd?: string }> {
    return this.#inTurn(address, async () => {
      // Safe: what `takeGoal` of input.thread.ts answers with.
      const end = (await this.#pool.run(job, { name: 'takeGoal', cpuMs: CPU_MS })) as GoalEnd
      const input = inputOf(end, job.raw.length)
      return 'proposalEnd' in end && end.proposalEnd !== undefined ? { ...input, proposalEnd: end.proposalEnd } : input
    })
  }

  /** Plans a goal in a thread. Throws 422 for one that takes too long, 503 when too many wait. */
  plan(job: PlanJob, address: string): Promise<PlanEnd> {
    return this.#inTurn(address, async () => {
      // Safe: what `plan` of input.thread.ts answers with.
      return (await this.#pool.run(job, { name: 'plan', cpuMs: CPU_MS })) as PlanEnd
    })
  }

  /** What the text model is asked for a goal; null where our own plan or refusal stands without it. Throws as `plan` does. */
  question(job: PlanJob, address: string): Promise<ProposalQuestion | null> {
    return this.#inTurn(address, async () => {
      // Safe: what `question` of input.thread.ts answers with.
      return (await this.#pool.run(job, { name: 'question', cpuMs: CPU_MS })) as ProposalQuestion | null
    })
  }

  /** Does work in a thread when it is the turn of its address. */
  async #inTurn<Answer>(address: string, work: () => Promise<Answer>): Promise<Answer> {
    if (this.#semaphore.waitingOf(address) >= MOST_WAITING) throw tooManyWaiting()
    await this.#semaphore.acquire(address)
    try {
      return await work()
    } catch (error) {
      if (isTooMuch(error)) throw tooComplex()
      throw error instanceof ThreadNotLoaded ? notLoaded() : error
    } finally {
      this.#semaphore.release()
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** The input as a thread answers with it. Throws its refusal. */
function inputOf(end: GoalEnd, bytes: number): CallInput {
  if ('refusal' in end) throw Refusal.fromWire(end.refusal)
  const [digest, canonicalDigest] = [Buffer.from(end.digest), Buffer.from(end.canonicalDigest)]
  const { buffer, byteOffset, byteLength } = end.stored
  return {
    bytes,
    stored: Buffer.from(buffer, byteOffset, byteLength),
    digest: () => digest,
    canonicalDigest: () => canonicalDigest,
    ...('steps' in end ? { steps: end.steps } : {}),
  }
}

const tooManyWaiting = () =>
  new Refusal('overloaded', 'Too many large bodies or goals of this address wait to be read; nothing was charged.', {
    retryAfterS: jitter(1),
    fix: { action: 'Send the call again after Retry-After, and fewer large ones at once.' },
  })

const notLoaded = () =>
  new Refusal('overloaded', 'This server is too busy to read a large body; nothing was charged.', {
    retryAfterS: jitter(5),
    fix: { action: 'Send the call again after Retry-After.' },
  })

const tooComplex = () =>
  new Refusal('unprocessable', 'This body takes too long to be checked; nothing was charged.', {
    fix: { action: 'Send something smaller or simpler.' },
  })
