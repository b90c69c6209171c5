import { expect, test } from 'vitest'

import type { FileResult } from './results.ts'
import { runAgain } from './run-again.ts'

const failedFile = (file: string, failure = 'a test: expected 1 to be 2'): FileResult => ({
  file,
  project: 'flow',
  failure,
  ms: 1,
  tests: [],
})

/** Runs nothing: files with these names fail again. */
function runner(failing: readonly string[]) {
  const ran: string[] = []
  const run = async ({ file }: FileResult) => {
    ran.push(file)
    return !failing.includes(file)
  }
  return { run, ran }
}

test('a failed file that passes alone makes the suite pass, and is named with what it failed by first', async () => {
  const { run, ran } = runner([])
  expect(await runAgain([failedFile('a.test.ts')], run)).toEqual({
    haveAllPassed: true,
    said: ['a.test.ts failed, and passed alone. It failed first by a test: expected 1 to be 2'],
  })
  expect(ran).toEqual(['a.test.ts'])
})

test('a file that fails a second time makes the suite fail, and each failed file has one more turn', async () => {
  const { run, ran } = runner(['a.test.ts'])
  const { haveAllPassed, said } = await runAgain([failedFile('a.test.ts'), failedFile('b.test.ts')], run)
  expect(haveAllPassed).toBe(false)
  expect(said).toHaveLength(2)
  expect(ran).toEqual(['a.test.ts', 'b.test.ts'])
})

test.each<[string, FileResult[]]>([
  ['no file failed', []],
  ['something failed outside of any file', [failedFile('a.test.ts'), failedFile('')]],
  ['six files failed', Array.from({ length: 6 }, (_, nth) => failedFile(`${nth}.test.ts`))],
])('a suite that failed although %s is not run again', async (_, failed) => {
  const { run, ran } = runner([])
  expect(await runAgain(failed, run)).toEqual({ haveAllPassed: false, said: [] })
  expect(ran).toEqual([])
})
