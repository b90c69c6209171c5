import { z } from 'zod'

import { drawBars } from '../draw-bars.ts'

const Row = z.object({
  name: z.string(),
  connections: z.int(),
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  wrong: z.int(),
  /** CPU milliseconds of a call, by process; 0 where a row has no such process. */
  ingressMs: z.number(),
  workerMs: z.number(),
  postgresMs: z.number(),
  redisMs: z.number(),
})

/** What one run of the paid call gave: medians of its rounds, and calls a second of c over b in each round. */
export const CallFigures = z.object({
  rounds: z.int(),
  seconds: z.number(),
  rows: z.array(Row),
  ratios: z.array(z.object({ connections: z.int(), rounds: z.array(z.number()) })),
})
export type CallFigures = z.output<typeof CallFigures>

const ONE_KEY = 'c (one key)'
const HEAD = '| Row | Connections | Calls a second | p50 ms | p99 ms | Wrong | Ingress | Worker | PostgreSQL | Redis |'
const RULE = '|---|---|---|---|---|---|---|---|---|---|'
const rounded = (value: number, digits = 3) => Number(value.toPrecision(digits))

/** The rows of a run as the table of docs/performance.md. */
export function callTable({ rows }: CallFigures): string {
  const lines = rows.map((row) => {
    const cpu = [row.ingressMs, row.workerMs, row.postgresMs, row.redisMs].map((ms) => ms.toFixed(3))
    return `| ${[row.name, row.connections, Math.round(row.perSecond), row.p50Ms.toFixed(2), row.p99Ms.toFixed(1), row.wrong, ...cpu].join(' | ')} |`
  })
  return [HEAD, RULE, ...lines].join('\n')
}

/** docs/performance.md with the table of this run in place of the one it has. */
export function withCallTable(document: string, figures: CallFigures): string {
  const from = document.indexOf(HEAD)
  if (from === -1) throw new Error('docs/performance.md has no table of the rows')
  const rest = document.slice(from)
  const end = /\n(?!\|)/.exec(rest)?.index ?? rest.length
  return document.slice(0, from) + callTable(figures) + rest.slice(end)
}

/** The charts of docs/performance.md by file name. */
export function callCharts({ rows, ratios }: CallFigures): Map<string, string> {
  const sizes = [...new Set(rows.map(({ connections }) => connections))]
  const at = (name: string, connections: number) =>
    rows.find((row) => row.name === name && row.connections === connections)
  const compared = ['a', 'b', ONE_KEY, 'd']
  return new Map([
    [
      'calls-a-second.svg',
      drawBars({
        title: 'Calls a second, by connections',
        unit: '',
        names: ['a: bare Koa', 'b: BullMQ', 'c: paid call', 'd: unpaid 402'],
        groups: sizes.map((connections) => ({
          name: connectionsOf(connections),
          values: compared.map((name) => Math.round(at(name, connections)?.perSecond ?? 0)),
        })),
      }),
    ],
    [
      'call-cpu.svg',
      drawBars({
        title: 'CPU of a call, by process',
        unit: 'ms',
        names: ['ingress', 'worker', 'PostgreSQL', 'Redis'],
        groups: sizes.flatMap((connections) =>
          ['b', ONE_KEY].map((name) => {
            const { ingressMs = 0, workerMs = 0, postgresMs = 0, redisMs = 0 } = at(name, connections) ?? {}
            const values = [ingressMs, workerMs, postgresMs, redisMs].map((ms) => rounded(ms))
            return { name: `${name === 'b' ? 'b' : 'c'}, ${connectionsOf(connections)}`, values }
          }),
        ),
      }),
    ],
    [
      'paid-over-common.svg',
      drawBars({
        title: 'Calls a second of c over b, round by round',
        unit: '',
        names: ratios.map(({ connections }) => connectionsOf(connections)),
        groups: (ratios[0]?.rounds ?? []).map((_, nth) => ({
          name: `round ${nth + 1}`,
          values: ratios.map(({ rounds }) => rounded(rounds[nth] ?? 0, 2)),
        })),
      }),
    ],
  ])
}

const connectionsOf = (count: number) => `${count} connection${count === 1 ? '' : 's'}`
