import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { callCharts, CallFigures, withCallTable } from './call-figures.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const FIGURES = join(DOCS, 'charts/paid-call.json')

export const readCallFigures = (): CallFigures => CallFigures.parse(JSON.parse(readFileSync(FIGURES, 'utf8')))

/** Writes what a run gave to docs/charts, with its charts, and its table into docs/performance.md. Returns the files. */
export function writeCallFigures(figures: CallFigures): string[] {
  mkdirSync(join(DOCS, 'charts'), { recursive: true })
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`)
  const charts = [...callCharts(figures)]
  for (const [name, svg] of charts) writeFileSync(join(DOCS, 'charts', name), svg)
  const page = join(DOCS, 'performance.md')
  writeFileSync(page, withCallTable(readFileSync(page, 'utf8'), figures))
  return ['docs/charts/paid-call.json', 'docs/performance.md', ...charts.map(([name]) => `docs/charts/${name}`)]
}
