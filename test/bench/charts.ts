import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { scaleCharts } from './scale-charts.ts'
import { readCallFigures, writeCallFigures } from './figures/write-call-figures.ts'

/** `npm run bench -- charts` draws the charts of docs/scaling.md and docs/performance.md anew from their figures. */
const DOCS = resolve(import.meta.dirname, '../../docs')
mkdirSync(join(DOCS, 'charts'), { recursive: true })
for (const [name, svg] of scaleCharts(readFileSync(join(DOCS, 'scaling.md'), 'utf8'))) {
  writeFileSync(join(DOCS, 'charts', name), svg)
  process.stdout.write(`docs/charts/${name}\n`)
}
for (const file of writeCallFigures(readCallFigures())) process.stdout.write(`${file}\n`)
