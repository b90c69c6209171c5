import { audit } from '#shared/money/audit/audit.ts'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, measureRow, median, warmUp } from './measure-row.ts'
import { fillWithAMillion } from './million.ts'
import { residentMb } from './processes.ts'
import { figuresOf } from './figures/figures-of.ts'
import { writeCallFigures } from './figures/write-call-figures.ts'
import { type Ours, RAISED, type Row, databaseName, rowA, rowB, rowC, rowD, startOurs } from './rows.ts'
import { drain, scale } from './workers-rows.ts'

/**
 * `npm run bench`: the paid call in one run on this machine. Rows a to d at 1, 64 and 512 connections in interleaved rounds
 * with medians; then the cost at a million rows, more worker processes, and the drain of a queue. Prints tables and, as
 * its last line, one JSON object. QUICK=1 measures rows b and c alone (paid-call-quick.ts). ROWS=only leaves out all but
 * the rows, ROUNDS and SECONDS (of one cell) change how long they take, and FIGURES=docs writes them and their charts to
 * docs/.
 */
const CONNECTIONS = [1, 64, 512]
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SECONDS = Number(process.env['SECONDS'] ?? 4)
const isRowsOnly = process.env['ROWS'] === 'only'
/** Until the engine has compiled what a row runs; the longer its code, the longer that takes. */
const WARM_SECONDS = Number(process.env['WARM_SECONDS'] ?? 6)
/** The run takes about ten minutes; one that hangs ends all the same. */
const MOST_MINUTES = 40
/** A row with more wrong answers than this share is void. */
const VOID = 0.001

const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
const cells = new Map<string, Cell[]>()

const measure = (row: Row, connections: number, seconds = SECONDS) => measureRow(machine, row, connections, seconds)

const middle = (name: string, connections: number, of: (cell: Cell) => number) =>
  median((cells.get(`${name}@${connections}`) ?? []).map(of))
/** Of a whole answer: the offer stands in a header too. */
const bytesOf = ({ headers }: Response, body: string) =>
  [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, body.length)
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const ours = await startOurs(machine, await machine.database(databaseName()), 2)
  const answer = await fetch(`${ours.ingress.baseUrl}/api/v1/outcomes/hash-text`, { method: 'POST' })
  const rows = [
    await rowA(bytesOf(answer, await answer.text())),
    await rowB(machine),
    await rowC(ours, 1),
    await rowC(ours, 100),
    rowD(ours),
  ]
  const idleMb = {
    ingress: residentMb(ours.ingress.pid),
    worker: residentMb(ours.worker.pid),
    settlement: residentMb(ours.housekeeper.pid),
  }
  await warmUp(machine, rows, WARM_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const row of rows) {
        const name = `${row.name}@${connections}`
        cells.set(name, [...(cells.get(name) ?? []), await measure(row, connections)])
      }
    }
  }
  const failing = (await audit(ours.db.pg)).filter(({ ok }) => !ok)

  say(`settings raised for this run: ${JSON.stringify(RAISED)}`)
  say('row              conn   calls/s   p50 ms   p99 ms   wrong   CPU ms/call   PG ms/call')
  for (const row of rows) {
    for (const connections of CONNECTIONS) {
      const of = (pick: (cell: Cell) => number) => middle(row.name, connections, pick)
      const wrong = (cells.get(`${row.name}@${connections}`) ?? []).reduce((sum, cell) => sum + cell.wrong, 0)
      const right = (cells.get(`${row.name}@${connections}`) ?? []).reduce((sum, cell) => sum + cell.right, 0)
      const isVoid = wrong / (wrong + right) > VOID
      say(
        `${row.name.padEnd(16)} ${String(connections).padStart(4)} ${of((cell) => cell.perSecond)
          .toFixed(0)
          .padStart(9)} ${of((cell) => cell.p50Ms)
          .toFixed(2)
          .padStart(8)} ${of((cell) => cell.p99Ms)
          .toFixed(1)
          .padStart(8)} ${String(wrong).padStart(7)} ${of((cell) => cell.cpuMsPerCall)
          .toFixed(3)
          .padStart(13)} ${of((cell) => cell.postgresMsPerCall)
          .toFixed(3)
          .padStart(12)}${isVoid ? '  VOID' : ''}`,
      )
    }
  }
  const afterMb = {
    ingress: residentMb(ours.ingress.pid),
    worker: residentMb(ours.worker.pid),
    settlement: residentMb(ours.housekeeper.pid),
  }
  say(`memory MB idle ${JSON.stringify(idleMb)} after ${JSON.stringify(afterMb)}`)
  say(`ledger audit afterwards: ${failing.length === 0 ? 'green' : `RED: ${failing.map(({ id }) => id).join(', ')}`}`)

  const throughput = (name: string, connections: number) => middle(name, connections, (cell) => cell.perSecond)
  const ratios = {
    paid_over_waituntilfinished_64: throughput('c (one key)', 64) / throughput('b', 64),
    paid_over_waituntilfinished_512: throughput('c (one key)', 512) / throughput('b', 512),
    paid_100_keys_over_waituntilfinished_64: throughput('c (100 keys)', 64) / throughput('b', 64),
    paid_100_keys_over_waituntilfinished_512: throughput('c (100 keys)', 512) / throughput('b', 512),
    p50_1_over_waituntilfinished: middle('c (one key)', 1, (cell) => cell.p50Ms) / middle('b', 1, (cell) => cell.p50Ms),
    unpaid402_over_bare_64: throughput('d', 64) / throughput('a', 64),
  }
  if (process.env['FIGURES'] === 'docs')
    for (const file of writeCallFigures(figuresOf(cells, { rounds: ROUNDS, seconds: SECONDS }))) say(`written: ${file}`)
  const rest = isRowsOnly ? null : await measureTheRest(ours)
  say(
    JSON.stringify({
      ratios: { ...ratios, ...(rest === null ? {} : { million_rows_over_empty: rest.millionRows }) },
      memory_mb: { idle: idleMb, after: afterMb },
      ...(rest === null ? {} : { workers_per_second: rest.scaled, drain_seconds: rest.drained.seconds }),
      audit_ok: failing.length === 0,
    }),
  )
  if (failing.length > 0) process.exitCode = 1
  for (const started of [...rows.flatMap((row) => row.processes), ours.housekeeper]) await started.stop()
  await ours.db.close()
} finally {
  await machine.stop()
}
process.exit()

/** The cost of a call at a million rows, more worker processes, and the drain of a queue. */
async function measureTheRest(ours: Ours) {
  const cost = (cell: Cell) => cell.cpuMsPerCall + cell.postgresMsPerCall
  const fullUrl = await machine.database(databaseName())
  await fillWithAMillion(fullUrl)
  const full = await startOurs(machine, fullUrl, 3)
  const [emptyRow, fullRow] = [await rowC(ours, 1), await rowC(full, 1)]
  await measure(fullRow, 64, 2)
  const pairs: { empty: Cell; full: Cell }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    pairs.push({ empty: await measure(emptyRow, 64), full: await measure(fullRow, 64) })
  const millionRows = median(pairs.map((pair) => cost(pair.full) / cost(pair.empty)))
  say(
    `a million rows: cost ${millionRows.toFixed(2)} times, p50 ${median(pairs.map((pair) => pair.full.p50Ms)).toFixed(1)} ms against ${median(pairs.map((pair) => pair.empty.p50Ms)).toFixed(1)} ms`,
  )
  for (const started of [full.ingress, full.worker, full.housekeeper, ours.ingress, ours.worker, ours.housekeeper])
    await started.stop()
  await full.db.close()

  const scaled = await scale(machine, 5)
  say(`workers on an outcome that waits 100 ms, calls/s: ${JSON.stringify(scaled)}`)
  const drained = await drain(machine, 10_000)
  say(`draining ${drained.calls} queued calls: ${drained.seconds.toFixed(1)} s`)
  return { millionRows, scaled, drained }
}
