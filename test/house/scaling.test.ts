import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { scaleCharts } from '../bench/scale-charts.ts'
import { planFor, planTable, readFigures } from '../bench/scale-plan.ts'
import { ROOT, sourceFiles } from './source-files.ts'

const document = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8')

test('docs/scaling.md names every statement of a call, and no other', () => {
  const named = Array.from(document.matchAll(/^\| `(call-[\w-]+)`/gm), ([, name = '']) => name)
  const written = sourceFiles(['shared/calls']).flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/\bname: '(call-[\w-]+)'/g), ([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual([...new Set(written)].toSorted())
})

test('docs/scaling.md computes what it says from the figures that it gives', () => {
  const figures = readFigures(document)
  const plans = [1_000, 10_000, 100_000].map((perSecond) => planFor(perSecond, figures))
  expect(document).toContain(planTable(plans))
})

test('the charts of docs/scaling.md are drawn from its figures (`npm run bench -- charts`)', () => {
  for (const [name, svg] of scaleCharts(document)) {
    expect(document).toContain(`](charts/${name})`)
    expect(readFileSync(join(ROOT, 'docs/charts', name), 'utf8'), name).toBe(svg)
  }
})
