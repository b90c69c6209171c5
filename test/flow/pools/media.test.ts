import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type BlobStore, readBlob, storedKey } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { fileKeyOf, sourceKeyOf } from '#shared/media/media-files.ts'
import { viewMedia } from '#test/support/world/view-media.ts'
import { openMediaFile, readMedia } from '#test/support/world/read-media.ts'
import { removeMedia } from '#shared/media/remove-media.ts'
import { type MediaDeps, type MediaUpload, submitMedia } from '#shared/media/submit-media.ts'
import { openOrm } from '#shared/open-orm.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'
import { sendMedia } from '#shared/queues/send.ts'

import { animation, emptyZip, photo, plainPng } from '#test/support/files/image-file.ts'
import { videoFile } from '#test/support/files/video-file.ts'
import { eventually, openWorld, QUEUES_IN_TURN, type World } from '#test/support/world/world.ts'

const OWNER = 'listing:1'

async function* inPieces(bytes: Buffer, size = 60_000) {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve()
    yield bytes.subarray(at, at + size)
  }
}

const upload = (bytes: Buffer, more: Partial<MediaUpload> = {}): MediaUpload => ({
  owner: OWNER,
  kind: 'image',
  body: inPieces(bytes),
  ...more,
})

/** Every file below a folder, but those of the compile cache. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe.each(QUEUES_IN_TURN)('uploads on the %s queue', (backend) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'media-flow-'))
  let world: World
  let queues: QueueBackend
  let blobs: BlobStore
  let orm: Awaited<ReturnType<typeof openOrm>>
  let deps: MediaDeps
  beforeAll(async () => {
    world = await openWorld({ backend, pools: ['media-processing', 'settlement-watch'], env: { DATA_DIR: dataDir } })
    await world.ready()
    queues = openQueues({ redisUrl: world.redisUrl, databaseUrl: world.database.url, log: createLog('silent') })
    blobs = openBlobs(world.config)
    deps = { db: world.db, blobs, queues }
    orm = await openOrm(world.database.url, 2)
  })
  afterAll(async () => {
    await orm.close(true)
    await queues.close()
    await world.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const record = async (id: string) => {
    const media = await readMedia(orm.em.fork(), { id, owner: OWNER })
    if (media === null) throw new Error('there is no such record')
    return media
  }
  const settled = async (id: string) => {
    await eventually(async () => (await record(id)).state !== 'pending')
    return record(id)
  }
  const state = async () =>
    (await world.sql<{ state: string; source_key: string | null }>(`select state, source_key from media`)).length

  test('a picture becomes ready: two files, exactly as written, and the source is gone', async () => {
    const { id, type } = await submitMedia(deps, upload(await photo('jpeg', 900, 600), { declaredType: 'image/jpeg' }))
    expect(type).toBe('image/jpeg')
    const media = await settled(id)
    expect(viewMedia(media)).toMatchObject({
      media_id: id,
      kind: 'image',
      state: 'ready',
      content_type: 'image/jpeg',
      width: 600,
      height: 900,
      frames: 1,
      duration_ms: null,
      has_thumbnail: true,
      refusal: null,
    })
    for (const [variant, kind, height] of [
      ['full', 'jpeg', 900],
      ['thumb', 'webp', 480],
    ] as const) {
      // oxfmt-ignore
      const file = await openMediaFile(blobs, media, variant)
      const bytes = await readBlob(blobs, storedKey(media.files?.[variant]?.key ?? ''), 1_000_000)
      expect(file).toMatchObject({ type: `image/${kind}`, bytes: bytes?.length })
      expect(await sharp(bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: kind, height })
      expect(bytes?.includes('SECRET')).toBe(false)
    }
    await eventually(async () => (await record(id)).sourceKey === null)
    expect(await blobs.head(sourceKeyOf(id))).toBeNull()
    expect(await readMedia(orm.em.fork(), { id, owner: 'listing:2' })).toBeNull()
  })

  test('a film becomes ready with its size and its length', async () => {
    const film = await videoFile('mov', { sound: true, frames: 10, step: 0.25 })
    const { id } = await submitMedia(deps, upload(film, { kind: 'video', declaredType: 'video/quicktime' }))
    expect(viewMedia(await settled(id))).toMatchObject({
      state: 'ready',
      content_type: 'video/mp4',
      width: 16,
      height: 16,
      frames: null,
      duration_ms: 2_500,
      has_thumbnail: false,
    })
  })

  test.each([
    ['a bomb of 196 million pixels', () => plainPng(14_000, 14_000), 'image', 'too_many_pixels'],
    ['an archive behind a picture', () => Buffer.concat([plainPng(9, 9), emptyZip]), 'image', 'polyglot'],
    ['half a picture', () => plainPng(500, 500).subarray(0, 70), 'image', 'broken'],
    ['201 frames', () => animation(201), 'image', 'too_many_frames'],
    ['8 hours', () => videoFile('mp4', { frames: 4, step: 7_200 }), 'video', 'too_long'],
    ['half a film', async () => (await videoFile('mp4')).subarray(0, -100), 'video', 'broken'],
  ] as const)('%s is refused with its reason, and nothing of it is kept', async (_, file, kind, reason) => {
    const { id } = await submitMedia(deps, upload(await file(), { kind }))
    const media = await settled(id)
    expect(viewMedia(media)).toMatchObject({ state: 'refused', refusal: { reason, error: expect.any(String) } })
    expect(await openMediaFile(blobs, media, 'full')).toBeNull()
    await eventually(async () => (await blobs.head(sourceKeyOf(id))) === null)
    expect([await blobs.head(fileKeyOf(id, 1, 'full')), await blobs.head(fileKeyOf(id, 1, 'thumb'))]).toEqual([
      null,
      null,
    ])
  })

  describe('what may not be uploaded is refused at once and leaves nothing', () => {
    const large = Buffer.concat([plainPng(9, 9), Buffer.alloc(5 * 1024 * 1024)])
    let read = 0
    async function* counted(bytes: Buffer) {
      for await (const piece of inPieces(bytes)) {
        read += piece.length
        yield piece
      }
    }
    async function* leaving() {
      yield plainPng(2_000, 2_000).subarray(0, 5_000)
      await Promise.resolve()
      throw new Error('the sender left')
    }

    test.each([
      ['5 MB and more', () => upload(large), 'payload_too_large', 'too_large'],
      [
        '20 MB and more',
        async () => upload(Buffer.concat([await videoFile('mp4'), Buffer.alloc(20 * 1024 * 1024)]), { kind: 'video' }),
        'payload_too_large',
        'too_large',
      ],
      ['nothing', () => upload(Buffer.alloc(0)), 'unprocessable', 'empty'],
      [
        'SVG',
        () => upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        'unsupported_media_type',
        'not_accepted',
      ],
      [
        'a ZIP',
        () => upload(Buffer.concat([Buffer.from('PK\x03\x04'), emptyZip])),
        'unsupported_media_type',
        'not_accepted',
      ],
      ['a film as a picture', async () => upload(await videoFile('mp4')), 'unsupported_media_type', 'not_accepted'],
      [
        'a PNG that says JPEG',
        () => upload(plainPng(9, 9), { declaredType: 'image/jpeg' }),
        'unprocessable',
        'type_mismatch',
      ],
    ] as const)('%s: %s', async (_, make, code, reason) => {
      const [rows, files] = [await state(), filesBelow(join(dataDir, 'blobs')).length]
      const refusal: unknown = await submitMedia(deps, await make()).catch((error: unknown) => error)
      if (!(refusal instanceof Refusal)) throw refusal
      expect([refusal.code, refusal.detail.extra?.['reason']]).toEqual([code, reason])
      expect([await state(), filesBelow(join(dataDir, 'blobs')).length]).toEqual([rows, files])
    })

    test('a body that goes on and on is not read to its end', async () => {
      await submitMedia(
        deps,
        upload(large, { body: counted(Buffer.concat([large, Buffer.alloc(50 * 1024 * 1024)])) }),
      ).catch(() => {})
      expect(read).toBeLessThan(6 * 1024 * 1024)
    })

    test('a sender that leaves half way', async () => {
      const [rows, files] = [await state(), filesBelow(join(dataDir, 'blobs')).length]
      await expect(submitMedia(deps, upload(large, { body: leaving() }))).rejects.toThrow('the sender left')
      expect([await state(), filesBelow(join(dataDir, 'blobs')).length]).toEqual([rows, files])
    })
  })

  describe('whatever is lost is found', () => {
    const deaf = () => ({ ...deps, queues: { ...queues, queue: () => { throw new Error('the queue is away') } } }) // oxfmt-ignore

    test('a job the queue never got', async () => {
      const { id } = await submitMedia(deaf(), upload(plainPng(30, 30)))
      expect(viewMedia(await settled(id))).toMatchObject({ state: 'ready' })
    })

    test('a job that is there ten times over is done once', async () => {
      const { id } = await submitMedia(deaf(), upload(await photo('jpeg', 1_500, 1_000)))
      await Promise.all(Array.from({ length: 10 }, () => sendMedia(queues, id)))
      await settled(id)
      await Promise.all(Array.from({ length: 10 }, () => sendMedia(queues, id)))
      await eventually(async () => (await record(id)).sourceKey === null)
      expect(await record(id)).toMatchObject({ attempt: 1, state: 'ready' })
      expect(await blobs.head(fileKeyOf(id, 2, 'full'))).toBeNull()
    })

    test('an upload that never ended is cleared away after an hour', async () => {
      const { id } = await submitMedia(deaf(), upload(plainPng(30, 30)))
      await world.sql(
        `update media set uploaded_at = null, enqueued_at = null, created_at = now() - interval '61 minutes' where id = $1 and state = 'pending'`,
        [id],
      )
      await eventually(async () => (await world.sql(`select 1 as one from media where id = $1`, [id])).length === 0)
      expect(await blobs.head(sourceKeyOf(id))).toBeNull()
    })

    test('the source of a record that is final', async () => {
      const { id } = await submitMedia(deps, upload(plainPng(30, 30)))
      await eventually(async () => (await record(id)).sourceKey === null)
      await blobs.put(sourceKeyOf(id), Buffer.from('left behind'), { maxBytes: 100, contentType: 'x/y' })
      await world.sql(`update media set source_key = $2, finished_at = now() - interval '11 seconds' where id = $1`, [
        id,
        sourceKeyOf(id),
      ])
      await eventually(async () => (await record(id)).sourceKey === null)
      expect(await blobs.head(sourceKeyOf(id))).toBeNull()
    })

    test('a record that was taken up three times and never ended is given up', async () => {
      const { id } = await submitMedia(deaf(), upload(plainPng(30, 30)))
      await world.sql(`update media set attempt = 3 where id = $1`, [id])
      expect(viewMedia(await settled(id))).toMatchObject({ state: 'refused', refusal: { reason: 'gave_up' } })
    })
  })

  test('what is removed is gone, whole', async () => {
    const { id } = await submitMedia(deps, upload(plainPng(30, 30)))
    const { files } = await settled(id)
    await removeMedia(deps, id)
    await removeMedia(deps, id)
    for (const file of [files?.full, files?.thumb]) expect(await blobs.head(storedKey(file?.key ?? ''))).toBeNull()
    expect(await world.sql(`select 1 as one from media where id = $1`, [id])).toEqual([])
  })
})
