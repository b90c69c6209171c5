import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Releases memory that start-up left behind. While V8 compiles and links modules, its young generation grows to full
 * size and stays there. One full collection of about 30 ms before the first request shrinks it to what an idle process
 * needs; it grows again under load.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  // Safe: with the flag on, every new context has `gc`.
  const gc = runInNewContext('gc') as (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
