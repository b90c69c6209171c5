import { z } from 'zod'

import { drawBars } from './draw-bars.ts'
import { readFigures } from './scale-plan.ts'

const MonthFigures = z.object({
  months: z.array(z.object({ calls: z.string(), empty: z.number(), full: z.number() })),
})
const rounded = (value: number) => Number(value.toPrecision(3))

/** The charts of docs/scaling.md by file name, drawn from the figures that the document gives. */
export function scaleCharts(document: string): Map<string, string> {
  const { ingressMs, workerMs, redisMs, postgresMs } = readFigures(document)
  const [, json = ''] = /^```json\n(\{"months".*\})\n```$/m.exec(document) ?? []
  const { months } = MonthFigures.parse(JSON.parse(json))
  return new Map([
    [
      'call-costs.svg',
      drawBars({
        title: 'CPU of a paid call, by part',
        unit: 'ms',
        names: ['CPU'],
        groups: [
          { name: 'ingress', values: [ingressMs] },
          { name: 'worker', values: [workerMs] },
          { name: 'Redis', values: [redisMs] },
          { name: 'PostgreSQL', values: [postgresMs] },
        ],
      }),
    ],
    [
      'months.svg',
      drawBars({
        title: 'CPU of PostgreSQL for a call: empty, and with ten million calls',
        unit: 'ms',
        names: ['empty', 'ten million calls'],
        groups: months.map(({ calls, empty, full }) => ({ name: calls, values: [rounded(empty), rounded(full)] })),
      }),
    ],
  ])
}
