import { readFaultRows } from './fault-rows.ts'
import { type FileResult, clearResults, readResults } from './results.ts'
import { runAgain } from './run-again.ts'
import { runVitest } from './run-vitest.ts'
import { unshownRows } from './unshown-rows.ts'

/**
 * `npm test` runs every test but those of `npm run test:faults`. Nothing is tried twice, except by CI, which passes
 * `--failed-files-again`: each failed file then runs once more, alone, and is named with what it failed by first.
 */
const AGAIN = '--failed-files-again'

const unknown = process.argv.slice(2).filter((argument) => argument !== AGAIN)
if (unknown.length > 0) {
  console.error(`npm test takes no ${unknown.join(' ')}. For one file: npx vitest run --project flow <file>`)
  process.exit(1)
}

clearResults()
const codes = [await runVitest('--project', 'unit', '--project', 'flow'), await runVitest('--project', 'start')]
let isGreen = codes.every((code) => code === 0)
let said: string[] = []
if (!isGreen && process.argv.includes(AGAIN)) {
  const failed = readResults().filter(({ failure }) => failure !== null)
  const again = await runAgain(failed, async ({ project, file }) => {
    console.log(`\nRuns again, alone: ${file}`)
    return (await runVitest('--project', project, file)) === 0
  })
  isGreen = again.haveAllPassed
  said = again.said
}
// What stands in test/faults is left to `npm run test:faults`.
const unshown = unshownRows(readFaultRows(), readResults(), (file) => !file.startsWith('test/faults/'))
console.log(
  [
    `\nWhole suite: ${countOf(readResults())}.`,
    ...said,
    ...unshown.map((line) => `docs/faults.md claims what no test showed: ${line}`),
  ].join('\n'),
)
process.exit(isGreen && unshown.length === 0 ? 0 : 1)

function countOf(results: readonly FileResult[]): string {
  const states = Map.groupBy(
    results.flatMap(({ tests }) => tests),
    ({ state }) => state,
  )
  const counts = [...states].map(([state, tests]) => `${tests.length} ${state}`)
  return `${results.length} files; tests: ${counts.join(', ')}`
}
