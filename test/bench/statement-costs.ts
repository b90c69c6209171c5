import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'

import { uuidv7 } from 'uuidv7'

import { acceptKeyed, type KeyedCall } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { startCalls } from '#shared/calls/start.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

const SECRET = 'bench-secret-bench-secret-bench-secret-01'
const RESULT = '{"hex":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","algorithm":"sha256"}'
const MOST_KEYS = 64
const KEEP_ALIVE_MS = 2_000
export const STATEMENTS = ['accept', 'start', 'finish'] as const

/** How calls arrive: so many in a batch, of so many keys, with their first attempt in the job or a start statement of its own. */
export type Cell = { size: number; keyCount: number; isCarried: boolean; hasIdem?: boolean }
/** Milliseconds of CPU for each call, by statement, and of waiting for a batch. */
export type Costs = Record<(typeof STATEMENTS)[number], number> & { p50Ms: number }
export const nothing = (): Costs => ({ accept: 0, start: 0, finish: 0, p50Ms: 0 })

/** Nanoseconds that a process has run on a processor. */
const ranNs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
export const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** The money statements of one database on one connection, and the CPU time of the backend that serves it. */
export async function openStatements(databaseUrl: string) {
  const db: Db = openDb(databaseUrl, 1)
  const mint = credentialMint(SECRET, 'test')
  const { rows } = await db.pg.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  // The pool closes a connection that is idle for long, as one side is while the other is measured.
  setInterval(() => void db.pg.query('select').catch(() => {}), KEEP_ALIVE_MS).unref()
  const keys = await Promise.all(Array.from({ length: MOST_KEYS }, () => grantKey(db.pg, mint, 50_000_000)))
  const callOf = (key: string, { isCarried, hasIdem }: Cell): KeyedCall => ({
    callId: uuidv7(),
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: 10_000n,
    timeoutMs: 8_000,
    input: '{"text":"hello"}',
    inputDigest: randomBytes(32),
    idem: hasIdem === true ? `bench ${randomBytes(16).toString('hex')}` : null,
    isCarried,
    keyId: mint.parse(key)?.id ?? '',
    keyHmac: mint.fingerprint(key),
  })

  /** Takes one batch through its statements; adds the CPU time of each to `costs`. Returns its milliseconds. */
  const flow = async (cell: Cell, costs: Costs): Promise<number> => {
    const calls = Array.from({ length: cell.size }, (_, nth) => callOf(keys[nth % cell.keyCount]?.key ?? '', cell))
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
      if (name === 'start' && cell.isCarried) continue
      const before = ranNs(pid)
      await steps[name]()
      costs[name] += (ranNs(pid) - before) / 1e6
    }
    return performance.now() - began
  }

  /** The costs of one call of a cell, from so many batches. */
  const measure = async (cell: Cell, batches: number): Promise<Costs> => {
    const costs = nothing()
    const times: number[] = []
    for (let nth = 0; nth < batches; nth += 1) times.push(await flow(cell, costs))
    for (const name of STATEMENTS) costs[name] /= batches * cell.size
    return { ...costs, p50Ms: medianOf(times) }
  }
  return { db, flow, measure }
}
