import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { parseConfig } from '#shared/config.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import { type MediaDeps, type MediaUpload, submitMedia } from '#shared/media/submit-media.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'

import { openFakeS3 } from '#test/support/fakes/fake-s3.ts'
import { plainPng } from '#test/support/files/image-file.ts'
import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

const upload = (bytes: Buffer): MediaUpload => ({ owner: 'listing:1', kind: 'image', body: Readable.from([bytes]) })

/** A picture that takes a second or two and most of the memory there is: 24 million pixels in a thousand bytes. */
const heavyPicture = () =>
  sharp({ create: { width: 6_000, height: 4_000, channels: 4, background: '#8899aa80' } })
    .webp({ lossless: true })
    .toBuffer()

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
        return Number(after.split(' ')[1]) === parent && !after.startsWith('Z')
      } catch {
        return false
      }
    })
}

function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

describe('worker processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'media-flow-'))
  let cluster: Cluster
  let s3: Awaited<ReturnType<typeof openFakeS3>>
  let env: Record<string, string>
  let deps: MediaDeps
  let queues: QueueBackend
  let uploads: Db
  const db = () => cluster.db.pg
  beforeAll(async () => {
    s3 = await openFakeS3()
    cluster = await openCluster('postgres')
    env = {
      DATA_DIR: dataDir,
      BLOB_S3_ENDPOINT: s3.settings.endpoint,
      BLOB_S3_BUCKET: s3.settings.bucket,
      BLOB_S3_REGION: s3.settings.region,
      BLOB_S3_ACCESS_KEY: s3.settings.accessKey,
      BLOB_S3_SECRET_KEY: s3.settings.secretKey,
    }
    queues = openQueues({ redisUrl: undefined, databaseUrl: cluster.database.url, log: createLog('silent') })
    const config = parseConfig({ DATABASE_URL: cluster.database.url, SERVER_SECRET: 's'.repeat(32), ...env })
    uploads = openDb(cluster.database.url, 3)
    deps = { db: uploads, blobs: openBlobs(config), queues }
    await cluster.worker(['settlement-watch'])
  })
  afterAll(async () => {
    await queues.close()
    await uploads.close()
    await cluster.close()
    await s3.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const stateOf = async (id: string) =>
    (await db().query<{ state: string; attempt: number }>(`select state, attempt from media where id = $1`, [id]))
      .rows[0]

  test('one that is killed while it decodes: another does it, its files alone stay, no child is left', async () => {
    const doomed = await cluster.worker(['media-processing'], env)
    const { id } = await submitMedia(deps, upload(await heavyPicture()))
    const pid = doomed.child.pid ?? 0
    await eventually(() => childrenOf(pid).some((child) => residentMb(child) > 150))
    const orphans = childrenOf(pid)
    await cluster.kill(doomed)
    const heir = await cluster.worker(['media-processing'], env)
    await eventually(async () => (await stateOf(id))?.state === 'ready', 40_000)
    expect(await stateOf(id)).toEqual({ state: 'ready', attempt: 2 })
    const base = `/${s3.settings.bucket}/media/${id}`
    await eventually(() => !s3.objects.has(`${base}/source`))
    expect([...s3.objects.keys()].filter((key) => key.startsWith(base)).toSorted()).toEqual([
      `${base}/2/full`,
      `${base}/2/thumb`,
    ])
    await eventually(() => orphans.every((child) => !existsSync(`/proc/${child}`)), 40_000)
    await cluster.kill(heir)
  })

  test('a child that is killed fails that upload alone, for as long as it takes to try again', async () => {
    const worker = await cluster.worker(['media-processing'], env)
    const pid = worker.child.pid ?? 0
    const { id } = await submitMedia(deps, upload(await heavyPicture()))
    const neighbour = await submitMedia(deps, upload(plainPng(30, 30)))
    const killed = new Set<number>()
    await eventually(() => {
      for (const child of childrenOf(pid)) {
        if (residentMb(child) < 150 || killed.has(child)) continue
        process.kill(child, 'SIGKILL')
        killed.add(child)
      }
      return killed.size === 2
    })
    await eventually(async () => (await stateOf(neighbour.id))?.state === 'ready')
    await eventually(async () => (await stateOf(id))?.state === 'ready', 40_000)
    expect(await stateOf(id)).toEqual({ state: 'ready', attempt: 2 })
    await cluster.kill(worker)
  })

  test('many heavy pictures at once are decoded two by two, within bounds', async () => {
    const worker = await cluster.worker(['media-processing'], { ...env, MEDIA_PROCESSING_CONCURRENCY: '2' })
    const pid = worker.child.pid ?? 0
    const picture = await heavyPicture()
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await submitMedia(deps, upload(picture))).id))
    let peakMb = 0
    let mostChildren = 0
    await eventually(async () => {
      const children = childrenOf(pid)
      mostChildren = Math.max(mostChildren, children.filter((child) => residentMb(child) > 150).length)
      peakMb = Math.max(
        peakMb,
        [pid, ...children].reduce((sum, one) => sum + residentMb(one), 0),
      )
      const { rows } = await db().query<{ open: number }>(
        `select count(*)::int as open from media where id = any($1) and state = 'pending'`,
        [ids],
      )
      return rows[0]?.open === 0
    })
    const { rows } = await db().query(`select distinct state from media where id = any($1)`, [ids])
    expect(rows).toEqual([{ state: 'ready' }])
    expect(mostChildren).toBeLessThanOrEqual(2)
    expect(peakMb).toBeLessThan(1_536)
    await cluster.kill(worker)
  })
})
