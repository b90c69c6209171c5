import type { FinalCall } from './read.ts'

/** Results of up to this many characters are sent inside the hint. The ingress reads larger ones from the database. */
export const MOST_INLINE = 65_536

/** A finished call as sent to the waiting ingress: the whole call when it is small, else its id. */
export type Hint = FinalCall | string

/** The reply channel. A hint can be lost at any time; the waiting ingress polls as well. */
export type Hints = {
  /** Tells the ingress behind `replyTo` that calls are final. Never throws. */
  publish: (replyTo: string, hints: Hint[]) => void
  /** Listens on this process's channel. Resubscribes by itself after a lost connection. */
  subscribe: (replyTo: string, onHints: (hints: Hint[]) => void) => Promise<void>
  close: () => Promise<void>
}
