import { randomBytes } from 'node:crypto'

import { audit } from '#shared/money/audit/audit.ts'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, medianOf, nothing, openStatements } from './statement-costs.ts'
import { fillWithTenMillion } from './ten-million.ts'

/**
 * `npm run bench -- months`: CPU of PostgreSQL for a paid call (accept, finish) in an empty database and in one of ten million calls
 * in ten months, on one connection each, in turn: medians of five rounds, and of the five ratios. QUICK=1 fills a hundred thousand and is a
 * smoke test. Takes five gigabytes of disk and some ten minutes. Ends with the ledger's audit of the full database.
 */
const quick = process.env['QUICK'] === '1'
const CALLS = quick ? 100_000 : 10_000_000
const ROUNDS = quick ? 2 : 5
const CALLS_PER_CELL = quick ? 160 : 1_600
const WARM_BATCHES = 40
const MOST_MINUTES = 40
const CELLS: readonly (Cell & { name: string })[] = [
  { name: 'alone', size: 1, keyCount: 1, isCarried: true },
  { name: 'alone, Idempotency-Key', size: 1, keyCount: 1, isCarried: true, hasIdem: true },
  { name: 'in batches of 16', size: 16, keyCount: 16, isCarried: true },
  { name: 'in batches of 64', size: 64, keyCount: 64, isCarried: true },
]

const say = (line: string) => process.stdout.write(`${line}\n`)
const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
try {
  const databaseOf = () => machine.database(`months_${randomBytes(4).toString('hex')}`)
  const [emptyUrl, fullUrl] = [await databaseOf(), await databaseOf()]
  await fillWithTenMillion(fullUrl, say, CALLS)
  const [empty, full] = [await openStatements(emptyUrl), await openStatements(fullUrl)]
  const { rows: sizes } = await full.db.pg.query<{ gigabytes: number; partitions: number }>(
    `select pg_database_size(current_database())::float8 / 1e9 as gigabytes, (select count(*)::int from pg_inherits where inhparent = 'call'::regclass) as partitions`,
  )
  say(`${CALLS.toLocaleString('en')} calls: ${sizes[0]?.gigabytes.toFixed(1)} GB, ${sizes[0]?.partitions} partitions`)

  const table = []
  for (const cell of CELLS) {
    for (const side of [empty, full]) for (let nth = 0; nth < WARM_BATCHES; nth += 1) await side.flow(cell, nothing())
    const batches = Math.ceil(CALLS_PER_CELL / cell.size / (cell.size === 1 ? 4 : 1))
    const rounds: { empty: number; full: number }[] = []
    const costOf = async (side: typeof empty) => {
      const { accept, finish } = await side.measure(cell, batches)
      return accept + finish
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      // Who is first changes, so that what slows the machine down meets both.
      const first = round % 2 === 0 ? await costOf(empty) : await costOf(full)
      const second = round % 2 === 0 ? await costOf(full) : await costOf(empty)
      rounds.push(round % 2 === 0 ? { empty: first, full: second } : { empty: second, full: first })
    }
    const row = {
      calls: cell.name,
      empty: medianOf(rounds.map((one) => one.empty)),
      full: medianOf(rounds.map((one) => one.full)),
      growth: medianOf(rounds.map((one) => one.full / one.empty - 1)),
      growths: rounds.map((one) => Math.round((one.full / one.empty - 1) * 1_000) / 1_000),
    }
    table.push(row)
    say(
      `${row.calls.padEnd(20)} empty ${row.empty.toFixed(4)} ms  full ${row.full.toFixed(4)} ms  growth ${(row.growth * 100).toFixed(1)} %  (${row.growths.map((growth) => (growth * 100).toFixed(1)).join(', ')})`,
    )
  }
  const failing = quick || process.env['AUDIT'] !== '0' ? (await audit(full.db.pg)).filter(({ ok }) => !ok) : []
  // The rows that were written past the triggers say nothing of when calls met their deadlines.
  say(`ledger audit: ${failing.length === 0 ? 'green' : `RED: ${failing.map(({ id }) => id).join(', ')}`}`)
  say(JSON.stringify({ months: table, calls: CALLS, quick, audit_ok: failing.length === 0 }))
  await empty.db.close()
  await full.db.close()
  process.exitCode = failing.length === 0 ? 0 : 1
} finally {
  await machine.stop()
}
process.exit()
