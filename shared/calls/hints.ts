import type { FinalCall } from './read.ts'

/** Results up to this many characters travel with the hint; larger ones the ingress reads itself. */
export const MOST_INLINE = 65_536

/** A finished call as it travels to the ingress that waits: whole when it is small, else the id alone. */
export type Hint = FinalCall | string

/** The reply channel. A hint may be lost at any time; the batched poll of the waiting ingress is the guarantee. */
export type Hints = {
  /** Tells the ingress behind `replyTo` that calls are final. Never throws. */
  publish: (replyTo: string, hints: Hint[]) => void
  /** Listens on a channel of our own. Resubscribes by itself after a lost connection. */
  subscribe: (replyTo: string, onHints: (hints: Hint[]) => void) => Promise<void>
  close: () => Promise<void>
}
