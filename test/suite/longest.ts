import type { FileResult } from './results.ts'

/** Fewer files than this are not the whole suite, and say nothing of the others. */
const LEAST_FILES = 300
const LONG_MS = 5_000

/** The paths of the files that took five seconds or more, the longest first. Throws for less than a whole run. */
export function longestOf(results: readonly FileResult[]): string[] {
  if (results.length < LEAST_FILES)
    throw new Error(`The last run had ${results.length} test files. Run npm test first, then this.`)
  return results
    .filter(({ ms }) => ms >= LONG_MS)
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ file }) => file)
}
