import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, measureRow, median } from './measure-row.ts'
import { databaseName, type Row, rowA, rowC, rowD, startOurs } from './rows.ts'

/**
 * `npm run bench -- credentials`: the unpaid 402 against a bare Koa of the same size (d/a), and a call paid by
 * `Authorization: Bearer` against the same call paid by `X-Service-Key`, at 64 connections in interleaved rounds, in
 * about a minute. Prints CPU milliseconds per call and the ratios of each round. ROUNDS (default 7) lengthens it.
 */
const CONNECTIONS = 64
const ROUNDS = Number(process.env['ROUNDS'] ?? 7)
const SECONDS = 1.5
const WARM_SECONDS = 4
const MOST_MINUTES = 6

const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())

/** The same call, with its key in the header that an API client sends. */
const byBearer = (row: Row): Row => ({
  ...row,
  name: 'c, Bearer',
  load: {
    ...row.load,
    headers: (nth) => ({ authorization: `Bearer ${row.load.headers(nth)['x-service-key'] ?? ''}` }),
  },
})

try {
  const ours = await startOurs(machine, await machine.database(databaseName()), 2)
  const answer = await fetch(`${ours.ingress.baseUrl}/api/v1/outcomes/hash-text`, { method: 'POST' })
  const body = await answer.text()
  const bytes = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, body.length)
  const paid = await rowC(ours, 1)
  const rows = [await rowA(bytes), rowD(ours), { ...paid, name: 'c, X-Service-Key' }, byBearer(paid)]
  for (const row of rows) await measureRow(machine, row, CONNECTIONS, WARM_SECONDS)
  const rounds: Cell[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const cells: Cell[] = []
    for (const row of rows) cells.push(await measureRow(machine, row, CONNECTIONS, SECONDS))
    rounds.push(cells)
  }
  const of = (nth: number, pick: (cell: Cell) => number) =>
    rounds.flatMap((cells) => cells.slice(nth, nth + 1).map(pick))
  const perSecond = (nth: number) => of(nth, (cell) => cell.perSecond)
  const cpu = (nth: number) => of(nth, (cell) => cell.cpuMsPerCall + cell.postgresMsPerCall)
  for (const [nth, row] of rows.entries()) {
    const wrong = of(nth, (cell) => cell.wrong).reduce((sum, count) => sum + count, 0)
    process.stdout.write(
      `${row.name.padEnd(18)} ${median(perSecond(nth)).toFixed(0).padStart(7)} calls/s  ${median(cpu(nth)).toFixed(3)} CPU ms/call  wrong ${wrong}\n`,
    )
  }
  const ratio = (values: readonly number[], others: readonly number[]) =>
    median(values.map((value, nth) => value / (others[nth] ?? Number.NaN)))
  const ratios = {
    unpaid402_over_bare_64: ratio(perSecond(1), perSecond(0)),
    bearer_over_service_key_64: ratio(perSecond(3), perSecond(2)),
    bearer_cpu_over_service_key_64: ratio(cpu(3), cpu(2)),
  }
  process.stdout.write(`${JSON.stringify({ ratios, rounds: ROUNDS })}\n`)
  for (const started of [
    ...rows.slice(0, 1).flatMap(({ processes }) => processes),
    ...paid.processes,
    ours.housekeeper,
  ])
    await started.stop()
  await ours.db.close()
} finally {
  await machine.stop()
}
process.exit()
