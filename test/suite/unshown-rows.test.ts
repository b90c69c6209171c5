import { expect, test } from 'vitest'

import { parseFaultRows } from './fault-rows.ts'
import type { FileResult } from './results.ts'
import { unshownRows } from './unshown-rows.ts'

const FILE = 'test/flow/a.test.ts'
const document = (title: string) => `Some words.\n\n- **K1** something fails\n  - \`${FILE}\` › ${title}\n`
const ran: FileResult[] = [
  {
    file: FILE,
    project: 'flow',
    failure: null,
    ms: 1,
    tests: [
      { title: 'on redis > it (really) works, 1 of 2', state: 'passed' },
      { title: 'on postgres > it (really) works, 2 of 2', state: 'skipped' },
      { title: 'it fails', state: 'failed' },
      { title: 'two … dots', state: 'passed' },
    ],
  },
]
const unshown = (title: string) => unshownRows(parseFaultRows(document(title)), ran)

test('a row is read with its tests and with what else is said of it', () => {
  expect(parseFaultRows(`${document('a > b, c')}  - chaos: kill a worker\n\n## Next\n\n- **K2** more\n`)).toEqual([
    { id: 'K1', tests: [{ file: FILE, title: 'a > b, c' }], others: ['chaos: kill a worker'] },
    { id: 'K2', tests: [], others: [] },
  ])
})

test('a row whose test ran is shown, by its whole title or with a gap in it', () => {
  expect(unshown('on redis > it (really) works, 1 of 2')).toEqual([])
  expect(unshown('… > it (really) works, 1 of …')).toEqual([])
  expect(unshown('it fails')).toEqual([])
})

test('a row of a file that was not asked for is not judged', () => {
  expect(unshownRows(parseFaultRows(document('it fails')), [], () => false)).toEqual([])
})

test.each([
  ['… > it (really) works, 1 of 2 … 1 of 2', 'no test has this title'],
  ['works … it', 'no test has this title'],
  ['works', 'no test has this title'],
  ['on redis > it .really. works, 1 of 2', 'no test has this title'],
  ['on … > it (really) works, … of 2', 'it did not run (on postgres > it (really) works, 2 of 2)'],
])('a row that names %s is not shown', (title, problem) => {
  expect(unshown(title)).toEqual([`K1: ${FILE} › ${title}: ${problem}`])
})

test('a row whose file did not run is not shown', () => {
  expect(unshownRows(parseFaultRows(document('it fails')), [])).toEqual([
    `K1: ${FILE} › it fails: the file did not run`,
  ])
})
