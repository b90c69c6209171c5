import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client, Pool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { acceptKeyed, type KeyedCall } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { SESSIONS, startupOptions } from '#shared/db/connection-options.ts'
import { openDb } from '#shared/db/open-db.ts'
import { UnnamedClient } from '#shared/db/pooled.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { startPgbouncer } from '../support/proxies/start-pgbouncer.ts'
import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { median } from './measure-row.ts'
import { SECRET } from './rows.ts'

/**
 * `npm run bench -- pooler`: what it costs to send the money statements of a call (accept with its first attempt, finish)
 * without names, and through PgBouncer: CPU milliseconds a call of the PostgreSQL backend and of PgBouncer, for calls that come
 * alone and in batches of 16 of as many keys, in interleaved rounds with medians; and the bytes that a call writes to the log
 * and to tables and indexes. CPU time of one process can be compared also while a machine does other work.
 */
const ROUNDS = 5
const WARM_BATCHES = 10
const BATCHES = 40
const MOST_MINUTES = 5
const RESULT = '{"hex":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","algorithm":"sha256"}'

const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
const folder = mkdtempSync(join(tmpdir(), 'farebox-pooler-'))
const mint = credentialMint(SECRET, 'test')
/** Nanoseconds that a process has run on a processor. */
const ranNs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

const url = await machine.database(`pooler_${randomBytes(4).toString('hex')}`)
const admin = new Client({ connectionString: url })
await admin.connect()
await admin.query(`alter database ${new URL(url).pathname.slice(1)} set timezone to 'UTC'`)
const pooler = await startPgbouncer(join(folder, 'pgbouncer'), url)
try {
  const named = openDb(url, 1)
  const behind = openDb(pooler.url, 1, { isPooled: true })
  const unnamed = new Pool({
    connectionString: url,
    max: 1,
    options: startupOptions(SESSIONS.pg),
    Client: UnnamedClient,
  })
  const keys = await Promise.all(Array.from({ length: 16 }, () => grantKey(named.pg, mint, 50_000_000)))
  const callOf = (key: string): KeyedCall => ({
    callId: uuidv7(),
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: 10_000n,
    timeoutMs: 8_000,
    input: '{"text":"hello"}',
    inputDigest: randomBytes(32),
    idem: null,
    isCarried: true,
    keyId: mint.parse(key)?.id ?? '',
    keyHmac: mint.fingerprint(key),
  })
  const flow = async (pool: Pool, size: number) => {
    const calls = Array.from({ length: size }, (_, nth) => callOf(keys[nth % keys.length]?.key ?? ''))
    await acceptKeyed(pool, calls, 'bench')
    await finishCalls(
      pool,
      calls.map(({ callId }) => ({ callId, attempt: 1, runMs: 0.1, result: RESULT })),
    )
  }
  const ways = [
    { name: 'named', pool: named.pg },
    { name: 'no names', pool: unnamed },
    { name: 'PgBouncer, no names', pool: behind.pg },
  ]
  type Costs = { postgresMs: number; pgbouncerMs: number }
  const measure = async (pool: Pool, size: number): Promise<Costs> => {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    const before = { postgres: ranNs(pid), pgbouncer: ranNs(pooler.pid()) }
    for (let nth = 0; nth < BATCHES; nth += 1) await flow(pool, size)
    const perCall = (ns: number) => ns / 1e6 / BATCHES / size
    return {
      postgresMs: perCall(ranNs(pid) - before.postgres),
      pgbouncerMs: perCall(ranNs(pooler.pid()) - before.pgbouncer),
    }
  }
  const written = async () => {
    const { rows } = await admin.query<{ log: number; size: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::float8 as log, pg_database_size(current_database())::float8 as size`,
    )
    return rows[0] ?? { log: 0, size: 0 }
  }

  const cells = [1, 16].flatMap((size) => ways.map((way) => ({ ...way, size, rounds: [] as Costs[] })))
  for (const { pool, size } of cells) for (let nth = 0; nth < WARM_BATCHES; nth += 1) await flow(pool, size)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const cell of cells) cell.rounds.push(await measure(cell.pool, cell.size))
  const filled = 200
  const before = await written()
  for (let nth = 0; nth < filled; nth += 1) await flow(named.pg, 16)
  const after = await written()
  const bytes = {
    logBytes: Math.round((after.log - before.log) / filled / 16),
    rowBytes: Math.round((after.size - before.size) / filled / 16),
  }

  process.stdout.write('batch  way                   PostgreSQL, ms a call   PgBouncer, ms a call\n')
  const table = cells.map(({ name, size, rounds }) => {
    const of = (part: keyof Costs) => Math.round(median(rounds.map((costs) => costs[part])) * 10_000) / 10_000
    const row = { batch: size, way: name, postgres: of('postgresMs'), pgbouncer: of('pgbouncerMs') }
    process.stdout.write(
      `${String(size).padStart(5)}  ${name.padEnd(20)} ${row.postgres.toFixed(4).padStart(22)} ${row.pgbouncer.toFixed(4).padStart(22)}\n`,
    )
    return row
  })
  process.stdout.write(`bytes a call: ${bytes.logBytes} of log, ${bytes.rowBytes} of tables and indexes\n`)
  process.stdout.write(`${JSON.stringify({ pooler: table, ...bytes })}\n`)
  await Promise.allSettled([named.close(), behind.close(), unnamed.end(), admin.end()])
} finally {
  await pooler.stop()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
