import { Semaphore } from 'async-mutex'
import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { Refusal } from '#shared/errors.ts'

/** argon2id at OWASP's minimum: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Maximum number of concurrent hashes: leaves one core to requests. Four take 76 MiB. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1))
/**
 * With this many hashes running or waiting, further ones are refused. A hash takes about 10 ms, so the last one waits
 * under a second.
 */
const MOST_WAITING = 64
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$[A-Za-z0-9+/]{43}$/

/** Parameters to hash a password in the same way as a stored one: cost and salt. */
type Recipe = { memoryCost: number; timeCost: number; parallelism: number; salt: Buffer }

/** The argon2id function; tests replace it with a counter. */
export type Hash = (password: string, recipe: Recipe) => Promise<string>

/** Loads the native library with the first password, so that an ingress without accounts does not load it. */
const argon2id: Hash = async (password, recipe) => {
  const { hash } = await import('@node-rs/argon2')
  return hash(password, { ...recipe, outputLen: 32 })
}

/**
 * Hashes and checks passwords (argon2id, PHC strings), a few at a time and off the event loop. Throws 503 `overloaded`
 * when too many are waiting. `isOutdated` detects hashes of another cost.
 */
export class Passwords {
  readonly #hash: Hash
  readonly #hashing = new Semaphore(AT_ONCE)
  #waiting = 0

  constructor(hash: Hash = argon2id) {
    this.#hash = hash
  }

  /** Returns the PHC string of a new password. `salt` has 16 bytes. */
  make(password: string, salt: Buffer): Promise<string> {
    return this.#take(password, { ...COST, salt })
  }

  /**
   * Returns the stored PHC string that the password matches; null for none. Costs one hash for each distinct recipe of
   * the stored strings, and one when nothing is stored. Accounts with one e-mail share a recipe, so an unknown name
   * costs the same as a known one.
   */
  async fitting(password: string, stored: readonly (string | null)[], salt: Buffer): Promise<string | null> {
    const wanted = stored.filter((phc) => phc !== null)
    const recipes = new Map(wanted.map((phc) => [phc.slice(0, phc.lastIndexOf('$')), recipeOf(phc)]))
    if (recipes.size === 0) recipes.set('', { ...COST, salt })
    let fitting: string | null = null
    for (const recipe of recipes.values()) {
      const made = Buffer.from(await this.#take(password, recipe))
      for (const phc of wanted) {
        const one = Buffer.from(phc)
        if (one.length === made.length && timingSafeEqual(one, made)) fitting ??= phc
      }
    }
    return fitting
  }

  /** Whether a stored PHC string has another cost than new ones. */
  isOutdated(phc: string): boolean {
    return !phc.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`)
  }

  async #take(password: string, recipe: Recipe): Promise<string> {
    if (this.#waiting >= MOST_WAITING) {
      throw new Refusal('overloaded', 'Too many passwords are being checked right now.', {
        retryAfterS: 1,
        fix: { action: 'Send the request again after Retry-After.' },
      })
    }
    this.#waiting += 1
    try {
      return await this.#hashing.runExclusive(() => this.#hash(password, recipe))
    } finally {
      this.#waiting -= 1
    }
  }
}

function recipeOf(phc: string): Recipe {
  const [, m, t, p, salt = ''] = FORM.exec(phc) ?? []
  if (m === undefined) throw new Error('a stored password hash has another form')
  return { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p), salt: Buffer.from(salt, 'base64') }
}
