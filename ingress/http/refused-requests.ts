import { Refusal, statusOf } from '#shared/errors.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { WindowCounter } from '#shared/lib/concurrency/window-counter.ts'

import { DEFAULT_BODY_BYTES } from './body/json-size.ts'

/** A request counts one point, and one more for each so many bytes of its body. */
const BYTES_A_POINT = 16_384
const RULE = 'refused'

/** An admitted request. Report its end once. */
export type Visit = {
  /** Its body was read, and had so many bytes: if it is refused, all of them count. */
  read: (bytes: number) => void
  /** It came to something, or it is no fault of its sender's: it counts no longer. */
  pass: () => void
  /** Counts the request for a minute: it was refused for what was sent. */
  refuse: () => void
  /** Ends the request with an error. Counts it like `refuse` if the error is the sender's fault, else like `pass`. */
  fail: (error: unknown) => void
}

/** A credential that paid before may have this many times the points of an address. */
const KNOWN_FACTOR = 2

/**
 * Limits refused requests in this process, before their bodies are read: repeated bad bodies, keys or payments get 429.
 * Requests in progress count too, because their end is not known yet.
 */
export class RefusedRequests {
  readonly #points: number
  readonly #refused = new WindowCounter()
  readonly #underWay = new KeyedGauge()

  constructor(pointsPerMinute: number) {
    this.#points = pointsPerMinute
  }

  /** Admits a request from an address with a body of at most `bytes`. Throws `rate_limited` with Retry-After. */
  enter(address: string, bytes: number): Visit {
    return this.#enter(address, bytes, this.#points)
  }

  /** Like `enter`, for a credential that paid before. Counts by its fingerprint instead of the address. */
  enterKnown(fingerprint: string, bytes: number): Visit {
    return this.#enter(fingerprint, bytes, KNOWN_FACTOR * this.#points)
  }

  #enter(name: string, bytes: number, most: number): Visit {
    // What was not read yet counts up to the usual body limit, so that an address may send several large bodies at once.
    const points = pointsOf(Math.min(bytes, DEFAULT_BODY_BYTES))
    let toCount = points
    const counted = this.#refused.countOf(name) + this.#underWay.of(name)
    // With nothing else counted even the largest body is admitted.
    if (counted > 0 && counted + points > most) throw this.#tooMany(name, most)
    const pass = this.#underWay.take(name, points)
    const refuse = () => {
      pass()
      this.#refused.add(name, toCount)
    }
    const read = (actual: number) => {
      toCount = pointsOf(actual)
    }
    return { read, pass, refuse, fail: (error) => (isOfSender(error) ? refuse() : pass()) }
  }

  #tooMany(name: string, most: number): Refusal {
    const retryAfterS = this.#refused.countOf(name) === 0 ? 1 : this.#refused.resetS(name)
    return new Refusal('rate_limited', 'Too many requests from here were refused of late; nothing was charged.', {
      retryAfterS,
      fix: { action: `Wait ${retryAfterS} s, and correct what the answers before this one name.` },
      extra: { limit: { name: RULE, points: most, window_s: 60 } },
    })
  }
}

const pointsOf = (bytes: number) => 1 + Math.floor(bytes / BYTES_A_POINT)

/** Whether an error is the sender's doing, and was found only after work was done: 429 is told at once. */
function isOfSender(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const status = statusOf(error.code)
  return status >= 400 && status < 500 && status !== 429
}
