import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what loading left behind: while it compiles and links modules V8 grows its young generation to its full
 * size and keeps it. One full collection of 30 ms before the first request shrinks it to what an idle process needs; it
 * grows again only under load, which is what it is for.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  // Safe: with the flag on, every new context has `gc`.
  const gc = runInNewContext('gc') as (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
