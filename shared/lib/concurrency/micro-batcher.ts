export type MicroBatcherOptions<In = unknown> = {
  maxBatch?: number
  /** Weight of an item. A batch weighs at most `maxWeight`; a heavier item is sent alone. */
  weigh?: (item: In) => number
  maxWeight?: number
  concurrency?: number
  batchPerTick?: boolean
  /** Milliseconds for which a batch that is smaller than its share of the crowd waits for more items. Default: 0. */
  gatherMs?: number
  failsWholeBatch?: (error: unknown) => boolean
}

type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

/**
 * Batches items: those that arrive while a flush is running share the next one. An item that arrives alone is flushed
 * at once; with `batchPerTick`, items that arrive in the same turn of the event loop share a batch. With `gatherMs`, callers
 * who were answered together and ask again share batches again: each waits for its share of all the items that were there
 * when the last one left; an item that follows a lone one does not wait. `flush` returns one
 * result per item, in order. When it throws, each item of the batch is tried alone so that a bad item only fails
 * itself, unless `failsWholeBatch` returns true for the error: then all items fail with it.
 */
export class MicroBatcher<In, Out> {
  readonly #flush: (items: In[]) => Promise<Out[]>
  readonly #maxBatch: number
  readonly #weigh: (item: In) => number
  readonly #maxWeight: number
  readonly #concurrency: number
  readonly #batchPerTick: boolean
  readonly #gatherMs: number
  readonly #failsWholeBatch: (error: unknown) => boolean
  #leaving = false
  #gathering: NodeJS.Timeout | null = null
  /** Items that waited or were under way when the last batch left, and those that are under way. */
  #crowd = 0
  #sent = 0
  #waiting: Waiting<In, Out>[] = []
  #underWay = 0

  constructor(flush: (items: In[]) => Promise<Out[]>, options: MicroBatcherOptions<In> = {}) {
    const { maxBatch = 64, concurrency = 1, batchPerTick = false, failsWholeBatch = () => false } = options
    const { weigh = () => 0, maxWeight = Infinity, gatherMs = 0 } = options
    this.#flush = flush
    this.#maxBatch = maxBatch
    this.#weigh = weigh
    this.#maxWeight = maxWeight
    this.#concurrency = concurrency
    this.#batchPerTick = batchPerTick
    this.#gatherMs = gatherMs
    this.#failsWholeBatch = failsWholeBatch
  }

  /** Number of items that wait for a flush. */
  get waiting(): number {
    return this.#waiting.length
  }

  add(item: In): Promise<Out> {
    return new Promise<Out>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#depart()
    })
  }

  #depart(): void {
    if (this.#underWay >= this.#concurrency || this.#leaving) return
    if (this.#gatherMs > 0 && this.#waiting.length < this.#share(this.#crowd)) {
      this.#gathering ??= setTimeout(() => this.#leaveGathered(), this.#gatherMs)
      return
    }
    if (!this.#batchPerTick) {
      this.#leave()
      return
    }
    this.#leaving = true
    setImmediate(() => {
      this.#leaving = false
      this.#leave()
      if (this.#waiting.length > 0) this.#depart()
    })
  }

  /** Sends what came while the batch waited for more. */
  #leaveGathered(): void {
    this.#gathering = null
    if (this.#waiting.length > 0 && this.#underWay < this.#concurrency && !this.#leaving) this.#leave()
  }

  #leave(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering)
    this.#gathering = null
    const size = this.#batchSize()
    const batch = size === this.#waiting.length ? this.#waiting : this.#waiting.slice(0, size)
    this.#waiting = size === this.#waiting.length ? [] : this.#waiting.slice(size)
    this.#crowd = this.#waiting.length + size + this.#sent
    this.#sent += size
    this.#underWay += 1
    void this.#run(batch).finally(() => {
      this.#underWay -= 1
      this.#sent -= batch.length
      if (this.#waiting.length > 0) this.#depart()
    })
  }

  /** Returns how many items a batch holds when so many are spread over the flushes that may run at once. */
  #share(items: number): number {
    return Math.min(this.#maxBatch, Math.ceil(items / this.#concurrency))
  }

  /** Returns the size of the next batch: the first item, and as many more as fit `maxBatch` and `maxWeight`. */
  #batchSize(): number {
    const here = Math.max(this.#crowd, this.#waiting.length + this.#sent)
    const most = this.#gatherMs > 0 ? this.#share(here) : this.#maxBatch
    let weight = 0
    let size = 0
    for (const { item } of this.#waiting) {
      weight += this.#weigh(item)
      if (size === most || (size > 0 && weight > this.#maxWeight)) break
      size += 1
    }
    return size
  }

  async #run(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await this.#flush(batch.map(({ item }) => item))
      batch.forEach(({ resolve, reject }, index) => {
        if (index < outs.length) {
          // Safe: the index is inside the array.
          resolve(outs[index] as Out)
        } else {
          reject(new Error('the batch answered with too few results'))
        }
      })
    } catch (error) {
      if (batch.length === 1 || this.#failsWholeBatch(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const lone of batch) await this.#run([lone])
    }
  }
}
