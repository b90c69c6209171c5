import { Mutex } from 'async-mutex'

/** All that wait begin within this time, and each runs alone for its share of it. */
const ALL_BEGUN_MS = 4_000
const MOST_ALONE_MS = 2_000

/**
 * Calls of this process whose worker was lost, one of which may be the reason. They begin one after the other, each with
 * a time in which no other of them runs, so that the one that ends its worker takes few others along a second time.
 */
export class PoisonCallIsolation {
  readonly #alone = new Mutex()
  #waiting = 0

  /** Runs a call in its turn; settles when it has ended. */
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
