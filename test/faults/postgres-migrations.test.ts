import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import { Client } from 'pg'
import { expect, inject, test } from 'vitest'

import { migrations } from '#shared/db/migrations/list.ts'

import { openClient } from '#test/support/world/client.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('four migrations started at once on an empty database: one runs, three wait for it, and processes that were early serve', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  const cluster = await openCluster('redis', { databaseUrl: address.href })
  try {
    const early = [cluster.spawnWorker(['outcome']), cluster.spawnWorker(['settlement-watch'])]
    const ingress = await cluster.ingress()
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrateIn(address.href)))
    expect(ran.map(({ ok }) => ok)).toEqual([true, true, true, true])
    const sizes = ran.map((one) => one.ran.length).toSorted((one, other) => one - other)
    expect(sizes).toEqual([0, 0, 0, migrations.length])

    await cluster.ready(ingress)
    const client = await openClient(cluster)
    await client.untilServed(ingress)
    expect(early.map(({ child }) => child.exitCode)).toEqual([null, null])
    await expectSettled(cluster, client.told)
  } finally {
    await cluster.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

/** `npm run migrate` as a process of its own. */
async function migrateIn(databaseUrl: string): Promise<{ ok: boolean; ran: string[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve(ROOT, 'shared/db/migrate.ts')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
  })
  // Safe: what the command prints.
  return JSON.parse(stdout) as { ok: boolean; ran: string[] }
}
