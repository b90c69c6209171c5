import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client as Session } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Client, openClient } from '../support/world/client.ts'
import { openCluster } from '../support/world/cluster.ts'
import { expectSettled, type Told } from '../support/world/expect-settled.ts'
import { type OwnPostgres, ownPostgres } from '../support/world/own-postgres.ts'

let source: OwnPostgres
let copy: string
beforeAll(async () => {
  // What a base backup needs of a server; no segment of the log may go before it is copied.
  source = await ownPostgres({ arguments: { postgres: ['-c', 'wal_level=replica', '-c', 'wal_keep_size=512MB'] } })
  copy = mkdtempSync(join(tmpdir(), 'farebox-restored-'))
})
afterAll(async () => {
  await source.close()
  rmSync(copy, { recursive: true, force: true })
})

test('a base backup taken under load is restored: the rules of the ledger stand, confirmed calls are there, open ones end, keys pay', async () => {
  const live = await openCluster('redis', { databaseUrl: await source.migrated('product') })
  let told: Told[]
  let keys: string[]
  try {
    const [ingress] = await Promise.all([live.ingress(), live.worker(['outcome']), live.worker(['settlement-watch'])])
    await live.ready(ingress)
    const clients = await Promise.all(Array.from({ length: 8 }, () => openClient(live, 100_000)))
    await Promise.all(clients.map((client) => client.untilServed(ingress)))
    const loads = clients.map((client) => client.load(ingress))
    told = await backedUp(clients)
    await Promise.all(clients.map((client) => client.untilServed(ingress)))
    await Promise.all(loads.map((load) => load.stop()))
    await expectSettled(live, ...clients.map((client) => client.told))
    keys = clients.map(({ key }) => key)
  } finally {
    await live.close()
    await source.down('SIGINT')
  }

  const restored = await ownPostgres({ folder: copy })
  const cluster = await openCluster('redis', { databaseUrl: restored.url('product') })
  try {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    const [ingress] = await Promise.all([
      cluster.ingress(),
      cluster.worker(['outcome']),
      cluster.worker(['settlement-watch']),
    ])
    await cluster.ready(ingress)
    await expectSettled(cluster, ...told)
    const paid = await Promise.all(
      keys.map((key) => cluster.call(ingress, 'hash-text', { text: 'hello' }, { 'x-service-key': key })),
    )
    expect(paid.map((answer) => answer?.status)).toEqual(keys.map(() => 200))
  } finally {
    await cluster.close()
    await restored.close()
  }
})

/**
 * Copies the files of the running server by PostgreSQL's own procedure (25.3.4, "Making a Base Backup Using the Low Level
 * API"), and answers with what the clients had been told by its end; what they are told later may be in it or not.
 */
async function backedUp(clients: readonly Client[]): Promise<Told[]> {
  const session = new Session({ connectionString: source.url('postgres') })
  await session.connect()
  const data = join(copy, 'postgres')
  await session.query(`select pg_backup_start('a test', true)`)
  copyFiles(source.data, data)
  const confirmed = clients.map(({ told }) => told.answers.length)
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await session.end()
  rmSync(join(data, 'pg_wal'), { recursive: true })
  copyFiles(join(source.data, 'pg_wal'), join(data, 'pg_wal'))
  rmSync(join(data, 'postmaster.pid'))
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  return clients.map(({ told }, index) => ({
    ...told,
    answers: Array.from({ length: 5_000 }, (_, nth) =>
      nth < (confirmed[index] ?? 0) ? (told.answers[nth] ?? null) : null,
    ),
  }))
}

/** Copies a folder whose files come and go. */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  const { stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'))).toEqual([])
}
