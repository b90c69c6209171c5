/**
 * Lets pieces of work with the same key run one after the other in this process, in the order they came. Others wait for
 * none of them. It only spares those who would collide elsewhere: what must be exact is decided by the database.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  async runExclusive<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(key, promise)
    await before
    try {
      return await work()
    } finally {
      if (this.#last.get(key) === promise) this.#last.delete(key)
      resolve()
    }
  }
}
