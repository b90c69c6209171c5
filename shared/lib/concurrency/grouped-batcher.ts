import { MicroBatcher, type MicroBatcherOptions } from './micro-batcher.ts'

/** A MicroBatcher for each group of items, made with the first of them: no batch holds items of two groups. */
export class GroupedBatcher<In, Out> {
  readonly #flush: (items: In[]) => Promise<Out[]>
  readonly #groupOf: (item: In) => number
  readonly #options: MicroBatcherOptions<In>
  readonly #groups = new Map<number, MicroBatcher<In, Out>>()

  constructor(
    flush: (items: In[]) => Promise<Out[]>,
    groupOf: (item: In) => number,
    options: MicroBatcherOptions<In> = {},
  ) {
    this.#flush = flush
    this.#groupOf = groupOf
    this.#options = options
  }

  add(item: In): Promise<Out> {
    const name = this.#groupOf(item)
    let group = this.#groups.get(name)
    if (group === undefined) {
      group = new MicroBatcher(this.#flush, this.#options)
      this.#groups.set(name, group)
    }
    return group.add(item)
  }
}
