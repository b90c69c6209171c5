import { type Cell, median } from '../measure-row.ts'
import type { CallFigures } from './call-figures.ts'

const PAID = 'c (one key)'
const COMMON = 'b'

/** The figures of a run from its cells, which stand under `row@connections` in the order of the rounds. */
export function figuresOf(
  cells: ReadonlyMap<string, readonly Cell[]>,
  { rounds, seconds }: Pick<CallFigures, 'rounds' | 'seconds'>,
): CallFigures {
  const rows = [...cells].map(([key, all]) => {
    const [name = '', connections = ''] = key.split('@')
    const of = (pick: (cell: Cell) => number, digits = 4) => Number(median(all.map(pick)).toFixed(digits))
    const isOurs = name.startsWith('c')
    return {
      name,
      connections: Number(connections),
      perSecond: of((cell) => cell.perSecond, 1),
      p50Ms: of((cell) => cell.p50Ms),
      p99Ms: of((cell) => cell.p99Ms),
      wrong: all.reduce((sum, cell) => sum + cell.wrong, 0),
      ingressMs: of((cell) => cell.cpuMs[0] ?? 0),
      workerMs: of((cell) => cell.cpuMs[1] ?? 0),
      // What the others' servers do meanwhile for themselves is not theirs.
      postgresMs: isOurs ? of((cell) => cell.postgresMsPerCall) : 0,
      redisMs: isOurs || name === COMMON ? of((cell) => cell.redisMsPerCall) : 0,
    }
  })
  const order = [...new Set(rows.map(({ name }) => name))]
  const sizes = [...new Set(rows.map(({ connections }) => connections))]
  return {
    rounds,
    seconds,
    rows: rows.toSorted(
      (one, other) => order.indexOf(one.name) - order.indexOf(other.name) || one.connections - other.connections,
    ),
    ratios: sizes.map((connections) => ({
      connections,
      rounds: (cells.get(`${PAID}@${connections}`) ?? []).map((cell, nth) =>
        Number((cell.perSecond / (cells.get(`${COMMON}@${connections}`)?.[nth]?.perSecond ?? Number.NaN)).toFixed(3)),
      ),
    })),
  }
}
