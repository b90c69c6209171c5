import type { Place, Scan } from '../scan.ts'
import type { Arguments } from './arguments.ts'

/** One command line at the end of all wrappers, as the judges of single commands get it. */
export type Leaf = {
  scan: Scan
  place: Place
  args: Arguments
  /** The words with their unknown parts marked (shell/hole.ts); the command itself is the first. */
  argv: readonly string[]
  segment: number
  /** The command as a person would write it. */
  text: string
  /** The directory it runs in, when the action says so; else ''. */
  cwd: string
  /** Its standard input, as far as known. */
  stdin: string | undefined
}
