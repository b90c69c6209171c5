import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client as Session } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { openClient } from '../support/world/client.ts'
import { openCluster } from '../support/world/cluster.ts'
import { expectSettled } from '../support/world/expect-settled.ts'
import { type OwnPostgres, ownPostgres } from '../support/world/own-postgres.ts'
import { eventually } from '../support/world/world.ts'

let source: OwnPostgres
const archive = mkdtempSync(join(tmpdir(), 'farebox-archive-'))
const copy = mkdtempSync(join(tmpdir(), 'farebox-restored-'))
beforeAll(async () => {
  // The user that runs PostgreSQL may be another than ours.
  chmodSync(archive, 0o777)
  source = await ownPostgres({
    arguments: {
      postgres: ['-c', 'wal_level=replica', '-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`],
    },
  })
})
afterAll(async () => {
  await source.close()
  for (const folder of [archive, copy]) rmSync(folder, { recursive: true, force: true })
})

test('a base backup and the archived log are restored to a moment before a mistake: what was confirmed until then is there, the mistake is not', async () => {
  const live = await openCluster('redis', { databaseUrl: await source.migrated('product') })
  let told: Awaited<ReturnType<typeof openClient>>['told']
  let key: string
  try {
    const [ingress] = await Promise.all([live.ingress(), live.worker(['outcome']), live.worker(['settlement-watch'])])
    await live.ready(ingress)
    await baseBackup()
    // The backup is older than all of this: it comes from the log alone.
    const client = await openClient(live, 100_000)
    key = client.key
    await client.untilServed(ingress)
    for (let nth = 0; nth < 50; nth += 1) expect((await client.call(ingress))?.status).toBe(200)
    told = { ...client.told, answers: [...client.told.answers] }
    await source.sql('postgres', `select pg_create_restore_point('before-the-mistake')`)
    await source.sql('product', 'drop table listing cascade')
    const [segment] = await source.sql('postgres', 'select pg_walfile_name(pg_switch_wal()) as name')
    await eventually(async () => {
      const [row] = await source.sql('postgres', 'select last_archived_wal as name from pg_stat_archiver')
      return String(row?.['name']) >= String(segment?.['name'])
    })
  } finally {
    await live.close()
    await source.down('SIGQUIT')
  }

  const data = join(copy, 'postgres')
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_name = 'before-the-mistake'\nrecovery_target_action = 'promote'\n`,
  )
  writeFileSync(join(data, 'recovery.signal'), '')
  const restored = await ownPostgres({ folder: copy })
  await eventually(async () => {
    const [row] = await restored.sql('postgres', 'select pg_is_in_recovery() as is_recovering')
    return row?.['is_recovering'] === false
  })
  const cluster = await openCluster('redis', { databaseUrl: restored.url('product') })
  try {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    const [ingress] = await Promise.all([
      cluster.ingress(),
      cluster.worker(['outcome']),
      cluster.worker(['settlement-watch']),
    ])
    await cluster.ready(ingress)
    await expectSettled(cluster, told)
    expect(await cluster.call(ingress, 'hash-text', { text: 'a' }, { 'x-service-key': key })).toMatchObject({
      status: 200,
    })
    expect(await restored.sql('product', 'select count(*) from listing')).toHaveLength(1)
  } finally {
    await cluster.close()
    await restored.close()
  }
})

/** PostgreSQL's own procedure for a backup of its files (25.3.4 of its manual). The log comes from the archive alone. */
async function baseBackup(): Promise<void> {
  const data = join(copy, 'postgres')
  const session = new Session({ connectionString: source.url('postgres') })
  await session.connect()
  await session.query(`select pg_backup_start('a test', true)`)
  mkdirSync(data, { mode: 0o700 })
  // Files come and go meanwhile.
  spawnSync('cp', ['-a', `${source.data}/.`, data])
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await session.end()
  rmSync(join(data, 'pg_wal'), { recursive: true })
  mkdirSync(join(data, 'pg_wal'), { mode: 0o700 })
  rmSync(join(data, 'postmaster.pid'))
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
}
