import type { FileResult } from './results.ts'

/** When more files than this fail, something is broken, and nothing runs again. */
const MOST_AGAIN = 5

export type Again = {
  /** Whether every failed file passed when it ran alone. */
  haveAllPassed: boolean
  /** One line for each failed file: how it ended and what it failed by first. */
  said: string[]
}

/** Runs each failed file once more by itself. */
export async function runAgain(
  failed: readonly FileResult[],
  run: (file: FileResult) => Promise<boolean>,
): Promise<Again> {
  // An error outside of any file has no file that could show that it is gone.
  const isOutside = failed.some(({ file }) => file === '')
  if (failed.length === 0 || failed.length > MOST_AGAIN || isOutside) return { haveAllPassed: false, said: [] }
  const said: string[] = []
  let haveAllPassed = true
  for (const one of failed) {
    const hasPassed = await run(one)
    haveAllPassed &&= hasPassed
    said.push(
      `${one.file} failed, and ${hasPassed ? 'passed' : 'failed again'} alone. It failed first by ${one.failure}`,
    )
  }
  return { haveAllPassed, said }
}
