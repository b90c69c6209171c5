import { shardOf } from '#shared/calls/shards.ts'

/** Most keys whose shard is remembered; the one that was learned first is forgotten first. */
const MOST_KEYS = 100_000

/** The shards of service keys, each learned with its first call. The account of a key never changes. */
export class KeyShards {
  readonly #shards: number
  readonly #known = new Map<string, number>()

  constructor(shards: number) {
    this.#shards = shards
  }

  /** Null when no call of this key was accepted here yet. */
  of(keyId: string): number | null {
    return this.#shards === 1 ? 0 : (this.#known.get(keyId) ?? null)
  }

  learn(keyId: string, accountId: string): void {
    if (this.#shards === 1 || this.#known.has(keyId)) return
    const [oldest] = this.#known.keys()
    if (this.#known.size === MOST_KEYS && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(keyId, shardOf(accountId, this.#shards))
  }
}
