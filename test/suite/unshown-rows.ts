import type { Evidence, FaultRow } from './fault-rows.ts'
import type { FileResult } from './results.ts'

/**
 * What rows claim and the results do not show: a file that did not run, a title no test has, a test that was skipped.
 * Only the files that `isAsked` names are looked at.
 */
export function unshownRows(
  rows: readonly FaultRow[],
  results: readonly FileResult[],
  isAsked: (file: string) => boolean = () => true,
): string[] {
  return rows.flatMap(({ id, tests }) =>
    tests.flatMap((evidence) => {
      const problem = isAsked(evidence.file) ? problemOf(evidence, results) : null
      return problem === null ? [] : [`${id}: ${evidence.file} › ${evidence.title}: ${problem}`]
    }),
  )
}

function problemOf({ file, title }: Evidence, results: readonly FileResult[]): string | null {
  const result = results.find((one) => one.file === file)
  if (result === undefined) return 'the file did not run'
  const named = result.tests.filter((test) => fits(test.title, title))
  if (named.length === 0) return 'no test has this title'
  const idle = named.find(({ state }) => state !== 'passed' && state !== 'failed')
  return idle === undefined ? null : `it did not run (${idle.title})`
}

/** Whether a title is the one that a row names, where `…` stands for any text. */
function fits(title: string, named: string): boolean {
  const [start = '', ...parts] = named.split('…')
  const end = parts.pop()
  if (end === undefined) return title === named
  let at = start.length
  for (const part of parts) {
    at = title.indexOf(part, at) + part.length
    if (at < part.length) return false
  }
  return title.startsWith(start) && title.endsWith(end) && at + end.length <= title.length
}
