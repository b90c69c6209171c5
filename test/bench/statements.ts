import { randomBytes } from 'node:crypto'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, type Costs, medianOf, nothing, openStatements } from './statement-costs.ts'

/**
 * `npm run bench -- statements`: the money statements alone, on one connection with fsync on, without ingress, queue or
 * worker. Prints the CPU milliseconds of the PostgreSQL backend per call (accept, start and finish apart) for calls that
 * come alone and in batches of 16 and 64, of one key and of as many keys as calls, once with their first attempt in the
 * job and once with a start statement, and the p50 of a batch. CPU time
 * of one process can be compared also while a machine does other work; times cannot. QUICK=1 makes it a smoke test.
 */
const quick = process.env['QUICK'] === '1'
const CALLS_PER_CELL = quick ? 320 : 1_600
const ROUNDS = quick ? 1 : 5
const WARM_BATCHES = 30
const MOST_MINUTES = 20

const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
try {
  const { db, flow, measure } = await openStatements(
    await machine.database(`statements_${randomBytes(4).toString('hex')}`),
  )
  const batchesOf = ({ size }: Cell) => Math.ceil(CALLS_PER_CELL / size / (size === 1 ? 4 : 1))
  const shapes = [
    { size: 1, keyCount: 1 },
    { size: 16, keyCount: 1 },
    { size: 64, keyCount: 1 },
    { size: 16, keyCount: 16 },
    { size: 64, keyCount: 64 },
  ]
  const cells: Cell[] = shapes.flatMap((shape) => [true, false].map((isCarried) => ({ ...shape, isCarried })))
  for (const cell of cells) for (let nth = 0; nth < WARM_BATCHES; nth += 1) await flow(cell, nothing())
  const measured = cells.map((cell) => ({ ...cell, rounds: [] as Costs[] }))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const cell of measured) cell.rounds.push(await measure(cell, batchesOf(cell)))

  const table = measured.map(({ size, keyCount, isCarried, rounds }) => {
    const of = (name: keyof Costs) => medianOf(rounds.map((costs) => costs[name]))
    const sums = rounds.map(({ accept, start, finish }) => accept + start + finish)
    const rounded = (value: number) => Math.round(value * 10_000) / 10_000
    return {
      batch: size,
      keys: keyCount,
      carried: isCarried,
      accept: rounded(of('accept')),
      start: rounded(of('start')),
      finish: rounded(of('finish')),
      sum: rounded(medianOf(sums)),
      from: rounded(Math.min(...sums)),
      to: rounded(Math.max(...sums)),
      p50_ms: rounded(of('p50Ms')),
    }
  })
  process.stdout.write(
    'batch  keys carried   accept    start   finish      sum  (from - to)        p50 of a batch, ms\n',
  )
  for (const row of table) {
    const cpu = [row.accept, row.start, row.finish, row.sum].map((ms) => ms.toFixed(4).padStart(8)).join(' ')
    process.stdout.write(
      `${String(row.batch).padStart(5)} ${String(row.keys).padStart(5)} ${String(row.carried).padStart(7)} ${cpu}  (${row.from.toFixed(4)} - ${row.to.toFixed(4)})  ${row.p50_ms.toFixed(2)}\n`,
    )
  }
  process.stdout.write(`${JSON.stringify({ postgres_cpu_ms_per_call: table, quick })}\n`)
  await db.close()
} finally {
  await machine.stop()
}
process.exit()
