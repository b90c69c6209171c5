import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { storageWatch } from '#ingress/http/storage-watch.ts'
import { parseConfig } from '#shared/config.ts'

import { plainPng } from '#test/support/files/image-file.ts'
import { registerAccount } from '#test/support/world/market.ts'
import { smallDisks } from '#test/support/small-disks.ts'
import { eventually, openWorld, testEnv, type World } from '#test/support/world/world.ts'

/** Megabytes of the disk, and how many of them have to be free. */
const DISK_MB = 32
const LEAST_MB = 16

let folder: string
let disks: Awaited<ReturnType<typeof smallDisks>>
let world: World
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-storage-'))
  disks = await smallDisks(folder, { blobs: DISK_MB, database: DISK_MB })
  world = await openWorld({
    backend: 'postgres',
    env: {
      BLOB_DIR: disks.seen('blobs'),
      DATABASE_DIR: disks.seen('database'),
      STORAGE_LEAST_FREE_MB: String(LEAST_MB),
    },
  })
  await world.ready()
})
afterAll(async () => {
  await world.close()
  await disks.close()
  rmSync(folder, { recursive: true, force: true })
})

const fill = (disk: string) =>
  execFileSync('dd', ['if=/dev/zero', `of=${disks.seen(disk)}/ballast`, 'bs=1M', 'count=20'], { stdio: 'ignore' })
const empty = (disk: string) => rmSync(`${disks.seen(disk)}/ballast`, { force: true })
beforeEach(async () => {
  for (const disk of ['blobs', 'database']) empty(disk)
  await eventually(async () => (await readiness()).storage.low === false)
})
const readiness = async () => {
  const { status, body } = await world.request('GET', '/readyz')
  return { status, storage: Object(body['storage']), warnings: Object(body['warnings']) }
}
const metric = async (name: string) => {
  const { text } = await world.request('GET', '/metrics', {
    headers: { authorization: 'Bearer test-admin-token-0123' },
  })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test.each(['blobs', 'database'])(
  'a disk of %s that runs full refuses what stores and nothing else, and takes it again when there is room',
  async (disk) => {
    const volume = disk === 'blobs' ? 'blobs' : 'database_disk'
    const user = await registerAccount(world)
    const listed = { title: 'x', price_cents: 0, status: 'live' }
    const { status: created, body, text } = await user.request('POST', '/api/listings', listed)
    expect(created, text).toBe(201)
    const path = `/api/listings/${String(body['listing_id'])}`
    const key = await world.key(1_000)
    expect((await readiness()).storage).toMatchObject({ low: false, volumes: { [volume]: { low: false } } })

    fill(disk)
    // Low is no reason not to be ready.
    await eventually(async () => {
      const { status, storage } = await readiness()
      return status === 200 && storage.low === true
    })
    const { storage, warnings } = await readiness()
    expect(storage.volumes[volume].low).toBe(true)
    expect(warnings.join(' ')).toContain(`Storage is low (${volume})`)
    expect(await metric(`farebox_storage_low{volume="${volume}"}`)).toBe(1)
    expect(await metric(`farebox_storage_free_bytes{volume="${volume}"}`)).toBeLessThan(LEAST_MB * 1024 * 1024)

    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(plainPng(9, 9))]), 'a.png')
    const upload = await fetch(`${world.baseUrl}${path}/screenshots`, {
      method: 'POST',
      headers: user.bearer,
      body: form,
    })
    const refused = [
      await user.request('POST', '/api/listings', { title: 'x', price_cents: 0 }),
      await user.request('PATCH', path, { title: 'y' }),
      await user.request('POST', `${path}/delivery-content`, { content: 'text' }),
      await world.request('POST', '/api/ai-agents/register', { body: { name: 'a' } }),
      await world.call('notepad-save', { agent_id: 'a', title: 't', content: 'c' }, { 'x-service-key': key.key }),
    ]
    expect([upload.status, ...refused.map((answer) => answer.status)]).toEqual([507, 507, 507, 507, 507, 507])
    for (const answer of refused) {
      expect(answer.body).toMatchObject({ code: 'storage_full', charged_cents: 0, retryable: true })
      expect(answer.headers.get('retry-after')).toBe('60')
    }
    // Paid calls go on, and whoever wants to make room may.
    const paid = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key.key })
    expect([paid.status, Object(paid.body['charge']).cents]).toEqual([200, 1])
    expect((await world.request('GET', path)).status).toBe(200)
    expect((await user.request('DELETE', path)).status).toBe(200)

    empty(disk)
    await eventually(async () => (await readiness()).storage.low === false)
    expect((await user.request('POST', '/api/listings', { title: 'x', price_cents: 0 })).status).toBe(201)
  },
)

test('each change is logged once, a little room is not enough to change back, and a disk that cannot be seen changes nothing', async () => {
  const lines: string[] = []
  const log = {
    warn: (_: unknown, text: string) => lines.push(`warn ${text}`),
    info: (_: unknown, text: string) => lines.push(`info ${text}`),
  }
  const config = parseConfig(
    testEnv('postgres://h/d', undefined, {
      BLOB_DIR: disks.seen('blobs'),
      STORAGE_LEAST_FREE_MB: String(LEAST_MB),
    }),
  )
  const watch = storageWatch(config, world.db.pg, log)
  try {
    await watch.look()
    expect(watch.read().low).toBe(false)
    fill('blobs')
    for (let nth = 0; nth < 3; nth += 1) await watch.look()
    expect(watch.read().low).toBe(true)
    // One megabyte more than the least.
    const { bavail, bsize } = statfsSync(disks.seen('blobs'))
    const size = 20 * 1024 * 1024 - ((LEAST_MB + 1) * 1024 * 1024 - bavail * bsize)
    truncateSync(`${disks.seen('blobs')}/ballast`, size)
    await watch.look()
    expect(watch.read().low).toBe(true)
    empty('blobs')
    for (let nth = 0; nth < 3; nth += 1) await watch.look()
    expect(watch.read().low).toBe(false)
    expect(lines).toEqual([
      'warn storage is low: what stores is refused until there is more room',
      'info storage has room again',
    ])
  } finally {
    watch.stop()
  }
})

test('a database that is larger than it may be is low, whatever its disk says', async () => {
  const log = { warn: () => undefined, info: () => undefined }
  const settings = (gb: string) => parseConfig(testEnv('postgres://h/d', undefined, { DATABASE_MAX_GB: gb }))
  for (const [gb, isLow] of [
    ['0.000001', true],
    ['1000', false],
  ] as const) {
    const watch = storageWatch(settings(gb), world.db.pg, log)
    await eventually(async () => {
      await watch.look()
      return watch.read().volumes['database_size']?.free_bytes !== null
    })
    watch.stop()
    expect(watch.read().volumes['database_size']?.low).toBe(isLow)
  }
})
