import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { callCharts, callTable, withCallTable } from '../bench/figures/call-figures.ts'
import { readCallFigures } from '../bench/figures/write-call-figures.ts'
import { ROOT } from './source-files.ts'

const document = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8')
const figures = readCallFigures()

test('docs/performance.md has the table of the run that its charts show', () => {
  expect(document).toContain(`${callTable(figures)}\n`)
})

test('the charts of docs/performance.md are drawn from that run (`npm run bench -- charts`)', () => {
  for (const [name, svg] of callCharts(figures)) {
    expect(document).toContain(`](charts/${name})`)
    expect(readFileSync(join(ROOT, 'docs/charts', name), 'utf8'), name).toBe(svg)
  }
})

test('a new run takes the place of the table, and of nothing else', () => {
  const [row, ...others] = figures.rows
  if (row === undefined) throw new Error('the run has no rows')
  const next = { ...figures, rows: [{ ...row, wrong: row.wrong + 1 }, ...others] }
  const changed = withCallTable(document, next)
  expect(changed).toContain(callTable(next))
  expect(withCallTable(changed, figures)).toBe(document)
})
