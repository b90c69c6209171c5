import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'

import { uuidv7 } from 'uuidv7'

import { acceptKeyed, type KeyedCall } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { startCalls } from '#shared/calls/start.ts'
import { openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'

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
const SECRET = 'bench-secret-bench-secret-bench-secret-01'
const RESULT = '{"hex":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","algorithm":"sha256"}'
const STATEMENTS = ['accept', 'start', 'finish'] as const

type Cell = { size: number; keyCount: number; isCarried: boolean }
type Costs = Record<(typeof STATEMENTS)[number], number> & { p50Ms: number }

const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
const mint = credentialMint(SECRET, 'test')

/** Nanoseconds that a process has run on a processor. */
const ranNs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

try {
  const db = openDb(await machine.database(`statements_${randomBytes(4).toString('hex')}`), 1)
  const { rows } = await db.pg.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const keys = await Promise.all(Array.from({ length: 64 }, () => grantKey(db.pg, mint, 50_000_000)))
  const callOf = (key: string, isCarried: boolean): KeyedCall => ({
    callId: uuidv7(),
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: 10_000n,
    timeoutMs: 8_000,
    input: '{"text":"hello"}',
    inputDigest: randomBytes(32),
    idem: null,
    isCarried,
    keyId: mint.parse(key)?.id ?? '',
    keyHmac: mint.fingerprint(key),
  })

  /** Takes one batch through its statements; adds the CPU time of each to `costs`. */
  const flow = async ({ size, keyCount, isCarried }: Cell, costs: Costs): Promise<number> => {
    const calls = Array.from({ length: size }, (_, nth) => callOf(keys[nth % keyCount]?.key ?? '', isCarried))
    const ids = calls.map(({ callId }) => callId)
    const began = performance.now()
    const steps = {
      accept: () => acceptKeyed(db.pg, calls, 'bench'),
      start: () => startCalls(db.pg, ids, 'outcome'),
      finish: () =>
        finishCalls(
          db.pg,
          ids.map((callId) => ({ callId, attempt: 1, runMs: 0.1, result: RESULT })),
        ),
    }
    for (const name of STATEMENTS) {
      if (name === 'start' && isCarried) continue
      const before = ranNs(pid)
      await steps[name]()
      costs[name] += (ranNs(pid) - before) / 1e6
    }
    return performance.now() - began
  }

  const measure = async (cell: Cell): Promise<Costs> => {
    const { size } = cell
    const costs: Costs = { accept: 0, start: 0, finish: 0, p50Ms: 0 }
    const batches = Math.ceil(CALLS_PER_CELL / size / (size === 1 ? 4 : 1))
    const times: number[] = []
    for (let nth = 0; nth < batches; nth += 1) times.push(await flow(cell, costs))
    for (const name of STATEMENTS) costs[name] /= batches * size
    return { ...costs, p50Ms: median(times) }
  }

  const shapes = [
    { size: 1, keyCount: 1 },
    { size: 16, keyCount: 1 },
    { size: 64, keyCount: 1 },
    { size: 16, keyCount: 16 },
    { size: 64, keyCount: 64 },
  ]
  const cells: Cell[] = shapes.flatMap((shape) => [true, false].map((isCarried) => ({ ...shape, isCarried })))
  const nothing: Costs = { accept: 0, start: 0, finish: 0, p50Ms: 0 }
  for (const cell of cells) for (let nth = 0; nth < WARM_BATCHES; nth += 1) await flow(cell, { ...nothing })
  const measured = cells.map((cell) => ({ ...cell, rounds: [] as Costs[] }))
  for (let round = 0; round < ROUNDS; round += 1) for (const cell of measured) cell.rounds.push(await measure(cell))

  const table = measured.map(({ size, keyCount, isCarried, rounds }) => {
    const of = (name: keyof Costs) => median(rounds.map((costs) => costs[name]))
    const sums = rounds.map(({ accept, start, finish }) => accept + start + finish)
    const rounded = (value: number) => Math.round(value * 10_000) / 10_000
    return {
      batch: size,
      keys: keyCount,
      carried: isCarried,
      accept: rounded(of('accept')),
      start: rounded(of('start')),
      finish: rounded(of('finish')),
      sum: rounded(median(sums)),
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
