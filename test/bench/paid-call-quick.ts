import { audit } from '#shared/money/audit/audit.ts'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, measureRow, median, warmUp } from './measure-row.ts'
import { residentMb } from './processes.ts'
import { databaseName, RAISED, rowB, rowC, startOurs } from './rows.ts'

/**
 * `npm run bench -- quick`: rows b and c (one key) alone, at 1, 64 and 512 connections in interleaved rounds, in under two
 * minutes, for whoever changes the paid call. Prints medians with their spread, the median of c/b of each round, and CPU
 * milliseconds per call of each process. ROUNDS (default 5) and SECONDS (of one cell, default 1.5) lengthen it.
 */
const CONNECTIONS = [1, 64, 512]
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SECONDS = Number(process.env['SECONDS'] ?? 1.5)
const WARM_SECONDS = 6
const MINUTES_PER_CELL = (SECONDS + 2) / 60

const machine = await startMachine()
endAfter(3 + 2 * CONNECTIONS.length * ROUNDS * MINUTES_PER_CELL, () => machine.stop())
const say = (line: string) => process.stdout.write(`${line}\n`)
const spread = (values: readonly number[], digits: number) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`

try {
  const ours = await startOurs(machine, await machine.database(databaseName()), 2)
  const memoryOf = () => ({ ingress: residentMb(ours.ingress.pid), worker: residentMb(ours.worker.pid) })
  const idle = memoryOf()
  const rows = [await rowB(machine), await rowC(ours, 1)]
  await warmUp(machine, rows, WARM_SECONDS)
  const rounds: Record<number, { b: Cell; c: Cell }[]> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      const [b, c] = [
        await measureRow(machine, rows[0] ?? (await rowB(machine)), connections, SECONDS),
        await measureRow(machine, rows[1] ?? (await rowC(ours, 1)), connections, SECONDS),
      ]
      rounds[connections] = [...(rounds[connections] ?? []), { b, c }]
    }
  }
  const failing = (await audit(ours.db.pg)).filter(({ ok }) => !ok)

  say(`settings raised for this run: ${JSON.stringify(RAISED)}`)
  say(
    'row  conn   calls/s (from-to)        p50 ms (from-to)          ingress worker     PG  Redis    sum, CPU ms/call   wrong',
  )
  const ratios: Record<string, number> = {}
  for (const connections of CONNECTIONS) {
    const cells = rounds[connections] ?? []
    for (const name of ['b', 'c'] as const) {
      const of = (pick: (cell: Cell) => number) => cells.map((pair) => pick(pair[name]))
      const cpu = [
        (cell: Cell) => cell.cpuMs[0] ?? 0,
        (cell: Cell) => cell.cpuMs[1] ?? 0,
        (cell: Cell) => (name === 'b' ? 0 : cell.postgresMsPerCall),
        (cell: Cell) => cell.redisMsPerCall,
      ].map((pick) => median(of(pick)))
      const sum = cpu.reduce((total, ms) => total + ms, 0)
      say(
        `${name}    ${String(connections).padStart(4)}   ${spread(
          of((cell) => cell.perSecond),
          0,
        ).padEnd(22)} ${spread(
          of((cell) => cell.p50Ms),
          2,
        ).padEnd(
          25,
        )} ${[...cpu, sum].map((ms) => ms.toFixed(3).padStart(6)).join(' ')} ${String(of((cell) => cell.wrong).reduce((total, wrong) => total + wrong, 0)).padStart(18)}`,
      )
    }
    const throughput = cells.map(({ b, c }) => c.perSecond / b.perSecond)
    const waiting = cells.map(({ b, c }) => c.p50Ms / b.p50Ms)
    say(`c/b  ${String(connections).padStart(4)}   ${spread(throughput, 2).padEnd(22)} ${spread(waiting, 2)}`)
    ratios[`c_over_b_${connections}`] = median(throughput)
    ratios[`p50_c_over_b_${connections}`] = median(waiting)
  }
  const memory = { idle, after: memoryOf() }
  say(`memory MB ${JSON.stringify(memory)}`)
  say(`ledger audit afterwards: ${failing.length === 0 ? 'green' : `RED: ${failing.map(({ id }) => id).join(', ')}`}`)
  say(JSON.stringify({ ratios, memory_mb: memory, audit_ok: failing.length === 0, rounds: ROUNDS }))
  if (failing.length > 0) process.exitCode = 1
  for (const started of [...rows.flatMap((row) => row.processes), ours.housekeeper]) await started.stop()
  await ours.db.close()
} finally {
  await machine.stop()
}
process.exit()
