/**
 * Runs work with the same key one after the other within this process, in order of arrival. Different keys do not wait
 * for each other. It only avoids conflicts elsewhere; the database guarantees exactness.
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
