import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { scaleCharts } from './scale-charts.ts'

/** `npm run bench -- charts` draws the charts of docs/scaling.md anew from its figures. */
const DOCS = resolve(import.meta.dirname, '../../docs')
mkdirSync(join(DOCS, 'charts'), { recursive: true })
for (const [name, svg] of scaleCharts(readFileSync(join(DOCS, 'scaling.md'), 'utf8'))) {
  writeFileSync(join(DOCS, 'charts', name), svg)
  process.stdout.write(`docs/charts/${name}\n`)
}
