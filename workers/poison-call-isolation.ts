import { Mutex } from 'async-mutex'

/** All waiting calls start within ALL_BEGUN_MS; each runs alone for its share, at most MOST_ALONE_MS. */
const ALL_BEGUN_MS = 4_000
const MOST_ALONE_MS = 2_000

/**
 * Isolates redelivered calls, one of which may have crashed its worker. They start one after another, each with a
 * period in which no other of them starts, so that a repeated crash affects few others.
 */
export class PoisonCallIsolation {
  readonly #alone = new Mutex()
  #waiting = 0

  /** Runs a call when it is its turn. Resolves when it has ended. */
  async begin(run: () => Promise<void>): Promise<void> {
    this.#waiting += 1
    const release = await this.#alone.acquire()
    const aloneMs = Math.min(MOST_ALONE_MS, ALL_BEGUN_MS / this.#waiting)
    this.#waiting -= 1
    const running = run()
    await Promise.race([running, new Promise((done) => setTimeout(done, aloneMs))]).finally(release)
    await running
  }
}
