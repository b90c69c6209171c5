import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { FAULTS } from '../chaos/schedule.ts'
import { type FaultRow, readFaultRows } from '../suite/fault-rows.ts'
import { ROOT } from './source-files.ts'

/** The rows of the fault and abuse matrix, by family. */
const FAMILIES: Record<string, number> = {
  K: 17,
  R: 10,
  P: 11,
  N: 11,
  Q: 12,
  X: 30,
  S: 9,
  L: 7,
  B: 10,
  M: 16,
  W: 6,
  H: 18,
  F: 9,
  C: 10,
  D: 9,
  A: 14,
  O: 8,
}

const rows = readFaultRows()
const idsOf = (some: readonly FaultRow[]) => some.map(({ id }) => id)

test('every row of the matrix stands in the document once, and no other', () => {
  const matrix = Object.entries(FAMILIES).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, nth) => `${family}${nth + 1}`),
  )
  expect(idsOf(rows).toSorted()).toEqual(matrix.toSorted())
})

/** What may stand in a row beside its tests, and what may stand there alone. */
const BESIDE = [...FAULTS.map((fault) => `chaos: ${fault}`), /^waits for \w/]
const ALONE = [/^waits for \w/, /^does not apply: \w/, /^open: \w/]
const isOneOf = (line: string, forms: readonly (string | RegExp)[]) =>
  forms.some((form) => (typeof form === 'string' ? line === form : form.test(line)))

test('every row has a test, waits for a named part, does not apply for a reason, or is open', () => {
  expect(idsOf(rows.filter(({ tests, others }) => tests.length === 0 && others.length !== 1))).toEqual([])
  const odd = rows.flatMap(({ id, tests, others }) =>
    others.filter((line) => !isOneOf(line, tests.length > 0 ? BESIDE : ALONE)).map((line) => `${id}: ${line}`),
  )
  expect(odd).toEqual([])
})

// Whether the file has a test of that title, which ran, is judged after the suite (`test/suite/unshown-rows.ts`).
test('every file that a row names is there', () => {
  const missing = rows.flatMap(({ id, tests }) =>
    tests.filter(({ file }) => !existsSync(join(ROOT, file))).map(({ file }) => `${id}: ${file}`),
  )
  expect(missing).toEqual([])
})
