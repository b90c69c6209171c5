import { Refusal } from '#shared/errors.ts'
import { FairSemaphore } from '#shared/lib/concurrency/fair-semaphore.ts'
import { isTooMuch, ThreadNotLoaded, ThreadPool } from '#shared/lib/concurrency/thread-pool.ts'

import { jitter } from '#ingress/http/jitter.ts'
import type { CallInput } from './call-input.ts'
import type { InputEnd, InputJob, InputThreadData } from './input.thread.ts'

const THREADS = 2
/** The dearest body takes a tenth of it on a quiet machine. */
const TIMEOUT_MS = 10_000
const MAX_MEMORY_MB = 512
/** Loading the catalog takes a thread a second, so it is kept for a while. */
const IDLE_MS = 600_000
/** Bodies of one address that may wait for a thread. */
const MOST_WAITING = 64

/** Worker threads that parse and validate the bodies which would hold up other requests. Addresses take turns. */
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

  /** The same as `callInput`, in a thread. Throws its Refusals, 422 for a body that takes too long, 503 when too many wait. */
  async take(job: InputJob, address: string): Promise<CallInput> {
    if (this.#semaphore.waitingOf(address) >= MOST_WAITING) throw tooManyWaiting()
    await this.#semaphore.acquire(address)
    const bytes = job.raw.length
    try {
      // Safe: what input.thread.ts answers with.
      const end = (await this.#pool.run(job, { timeoutMs: TIMEOUT_MS, transfer: ownBuffer(job.raw) })) as InputEnd
      if ('refusal' in end) throw Refusal.fromWire(end.refusal)
      const [digest, canonicalDigest] = [Buffer.from(end.digest), Buffer.from(end.canonicalDigest)]
      const { buffer, byteOffset, byteLength } = end.stored
      return {
        bytes,
        stored: Buffer.from(buffer, byteOffset, byteLength),
        digest: () => digest,
        canonicalDigest: () => canonicalDigest,
      }
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

/** The memory of bytes that share it with nothing else, which can be handed to a thread; none where they share it. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

const tooManyWaiting = () =>
  new Refusal('overloaded', 'Too many large bodies of this address wait to be read; nothing was charged.', {
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
