import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Client, openClient } from '../support/world/client.ts'
import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { expectSettled } from '../support/world/expect-settled.ts'
import { type OwnPostgres, ownPostgres } from '../support/world/own-postgres.ts'
import { smallDisks } from '../support/small-disks.ts'
import { eventually } from '../support/world/world.ts'

let folder: string
let disks: Awaited<ReturnType<typeof smallDisks>>
let postgres: OwnPostgres
let cluster: Cluster
let ingress: Member
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-postgres-'))
  // One disk for the tables of the product, another for the write-ahead log: each is filled by itself.
  disks = await smallDisks(join(folder, 'disks'), { tables: 48, log: 48 })
  postgres = await ownPostgres({
    folder,
    arguments: {
      initdb: [`--waldir=${disks.path('log')}/wal`, '--wal-segsize=1'],
      postgres: ['-c', 'max_wal_size=8MB', '-c', 'min_wal_size=2MB', '-c', 'wal_recycle=off'],
    },
    within: (command, way) => {
      if (way === 'account') throw new Error('this needs user namespaces')
      // Inside, this user is root, which PostgreSQL refuses.
      const asUser = ['unshare', '--user', `--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`]
      return disks.inside(way === 'directly' ? [...asUser, ...command] : command)
    },
  })
  execFileSync('mkdir', ['-m', '700', `${disks.seen('tables')}/space`])
  await postgres.sql('postgres', `create tablespace small location '${disks.path('tables')}/space'`)
  cluster = await openCluster('redis', { databaseUrl: await postgres.migrated('product', 'tablespace small') })
  ;[ingress] = await Promise.all([cluster.ingress(), cluster.worker(['outcome']), cluster.worker(['settlement-watch'])])
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await postgres.close()
  await disks.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Fills a disk to its last page with a file of its own. */
const fill = (disk: string) =>
  expect(() =>
    execFileSync('sh', ['-c', `cat /dev/zero > '${disks.seen(disk)}/ballast'`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  ).toThrow(/No space left/)
const free = (disk: string) => truncateSync(`${disks.seen(disk)}/ballast`, 0)
/** What the server said of it. */
const complaints = () => readFileSync(join(folder, 'postgres.log'), 'utf8')

/** What a caller may be told while the disk is full: an answer that is stored, an address to ask later, or no and why. */
const HONEST = [200, 202, 503, 504]
const expectHonest = (statuses: Iterable<number | undefined>) =>
  expect([...statuses].filter((status) => status === undefined || !HONEST.includes(status))).toEqual([])

let client: Client
beforeEach(async () => {
  client = await openClient(cluster, 1_000_000)
  await client.untilServed(ingress)
})

test('a disk without room for tables: calls are refused cleanly, none is answered that is not stored, and space heals it', async () => {
  fill('tables')
  // Rows find room in pages that are there already; so calls go on for a while, and then they do not.
  const met: (number | undefined)[] = []
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(ingress, { prefer: 'wait=2' })))
    met.push(...answers.map((answer) => answer?.status))
    return answers.every((answer) => answer?.status === 503)
  }, 60_000)
  expectHonest(met)
  expect(complaints()).toMatch(/could not extend file .*: No space left on device/)
  free('tables')
  await client.untilServed(ingress, 30_000)
  await expectSettled(cluster, client.told)
})

test('a disk without room for the write-ahead log: the server crashes again and again, and keeps everything it confirmed', async () => {
  const load = Array.from({ length: 4 }, () => client.load(ingress))
  fill('log')
  await eventually(() => /PANIC: .*: No space left on device/.test(complaints()), 60_000)
  // It recovers, and crashes at the next segment of its log, until it cannot even recover.
  await eventually(async () => (await client.call(ingress))?.status === 503, 60_000)
  free('log')
  await postgres.up()
  await client.untilServed(ingress, 30_000)
  for (const statuses of await Promise.all(load.map((one) => one.stop()))) expectHonest(statuses)
  await expectSettled(cluster, client.told)
})
