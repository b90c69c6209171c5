import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openFakeS3 } from '#test/support/fakes/fake-s3.ts'
import { parseConfig } from '#shared/config.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { blobKey, type BlobStore, BlobTooLarge, readBlob, storedKey } from './blob-store.ts'
import { localBlobs } from './local-blobs.ts'
import { openBlobs } from './open-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'blobs-test-')), 'blobs')
let s3: Awaited<ReturnType<typeof openFakeS3>>
let stores: Record<'folder' | 'bucket', BlobStore>
beforeAll(async () => {
  s3 = await openFakeS3()
  stores = { folder: localBlobs(folder), bucket: s3Blobs(s3.settings) }
})
afterAll(async () => {
  await s3.close()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const OPTIONS = { maxBytes: 1_000_000, contentType: 'image/png' }

async function* inPieces(...pieces: string[]) {
  for (const piece of pieces) {
    await Promise.resolve()
    yield Buffer.from(piece)
  }
}

async function* brokenOff() {
  yield Buffer.from('half of ')
  await Promise.resolve()
  throw new Error('the sender left')
}

describe.each(['folder', 'bucket'] as const)('blobs in a %s', (kind) => {
  test('come back as they were put, as bytes or in pieces', async () => {
    const store = stores[kind]
    const key = blobKey('media', 'one')
    expect(await store.put(key, inPieces('some ', 'bytes'), OPTIONS)).toEqual({
      bytes: 10,
      sha256: sha256Hex('some bytes'),
    })
    expect((await readBlob(store, key, 100))?.toString()).toBe('some bytes')
    expect(await store.head(key)).toEqual({ bytes: 10 })
    await store.put(key, Buffer.from('again'), OPTIONS)
    expect((await store.get(key))?.bytes).toBe(5)
    const empty = blobKey('media', 'empty')
    await store.put(empty, Buffer.alloc(0), OPTIONS)
    expect((await readBlob(store, empty, 100))?.length).toBe(0)
  })

  test('that are not there are null, and may be deleted', async () => {
    const store = stores[kind]
    const key = blobKey('media', 'two')
    expect([await store.get(key), await store.head(key), await readBlob(store, key, 10)]).toEqual([null, null, null])
    await store.delete(key)
    await store.put(key, Buffer.from('x'), OPTIONS)
    await store.delete(key)
    await store.delete(key)
    expect(await store.head(key)).toBeNull()
  })

  test('that are too long or break off leave nothing', async () => {
    const store = stores[kind]
    const key = blobKey('media', 'three')
    const long = store.put(key, inPieces('12345', '67890', '1'), { ...OPTIONS, maxBytes: 10 })
    await expect(long).rejects.toThrow(BlobTooLarge)
    await expect(store.put(key, brokenOff(), OPTIONS)).rejects.toThrow('the sender left')
    expect(await store.head(key)).toBeNull()
    expect(await store.put(key, inPieces('12345', '67890'), { ...OPTIONS, maxBytes: 10 })).toMatchObject({ bytes: 10 })
  })

  test('that are longer than the reader takes are not read to their end', async () => {
    const store = stores[kind]
    const key = blobKey('media', 'four')
    await store.put(key, Buffer.alloc(100_000), OPTIONS)
    await expect(readBlob(store, key, 99_999)).rejects.toThrow(BlobTooLarge)
  })
})

describe('a folder', () => {
  test('is private, and what is being written is never seen under a key', async () => {
    await localBlobs(folder).put(blobKey('media', 'deep', 'down'), Buffer.from('x'), OPTIONS)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'media/deep/down')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  })

  test('that cannot take a blob keeps no piece of it', async () => {
    const store = localBlobs(folder)
    mkdirSync(join(folder, 'taken', 'inside'), { recursive: true })
    await expect(store.put(blobKey('taken'), Buffer.from('x'), OPTIONS)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  })
})

describe('a bucket', () => {
  test('gets signed requests only, with the hash of what is stored, and no caller-chosen path', async () => {
    await stores.bucket.put(blobKey('media', 'signed'), Buffer.from('x'), OPTIONS)
    expect(s3.objects.get('/farebox-test/media/signed')).toEqual({ body: Buffer.from('x'), type: 'image/png' })
    const stranger = s3Blobs({ ...s3.settings, secretKey: 'guessed' })
    await expect(stranger.put(blobKey('media', 'forged'), Buffer.from('x'), OPTIONS)).rejects.toThrow(
      'SignatureDoesNotMatch',
    )
    await expect(stranger.get(blobKey('media', 'signed'))).rejects.toThrow('403')
    expect(s3.objects.has('/farebox-test/media/forged')).toBe(false)
  })

  test('that is busy for a moment is asked again; one that stays so is a fault', async () => {
    s3.trouble.failures = 2
    await stores.bucket.put(blobKey('media', 'later'), Buffer.from('x'), OPTIONS)
    expect(s3.objects.has('/farebox-test/media/later')).toBe(true)
    s3.trouble.failures = 9
    await expect(stores.bucket.head(blobKey('media', 'later'))).rejects.toThrow('503')
    s3.trouble.failures = 0
  })
})

describe('keys', () => {
  test.each([
    [],
    [''],
    ['..'],
    ['.'],
    ['a/b'],
    ['a', '..'],
    ['.hidden'],
    ['A'],
    ['a b'],
    ['a\0'],
    ['ü'],
    ['a'.repeat(101)],
  ])('%j is refused as no key', (...words) => {
    expect(() => blobKey(...words)).toThrow('not a blob key')
  })

  test('any text that is a key stays below its store', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9./_-]{0,30}$/)), (text) => {
        let key: string
        try {
          key = storedKey(text)
        } catch {
          return
        }
        expect(join('/store', key)).toBe(`/store/${text}`)
      }),
    )
  })
})

describe('settings', () => {
  const env = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }

  test('half a bucket does not start, and says what is missing', () => {
    expect(() => parseConfig({ ...env, BLOB_S3_ENDPOINT: 'https://s3.example', BLOB_S3_ACCESS_KEY: 'a' })).toThrow(
      /BLOB_S3_BUCKET {2}is missing[^]*BLOB_S3_SECRET_KEY {2}is missing/,
    )
  })

  test('a bucket is used when there is one, else a folder', async () => {
    const { endpoint, bucket, region, accessKey, secretKey } = s3.settings
    const store = openBlobs(
      parseConfig({
        ...env,
        BLOB_S3_ENDPOINT: endpoint,
        BLOB_S3_BUCKET: bucket,
        BLOB_S3_REGION: region,
        BLOB_S3_ACCESS_KEY: accessKey,
        BLOB_S3_SECRET_KEY: secretKey,
      }),
    )
    await store.put(blobKey('by-settings'), Buffer.from('x'), OPTIONS)
    expect(s3.objects.has('/farebox-test/by-settings')).toBe(true)
    await openBlobs(parseConfig({ ...env, DATA_DIR: join(folder, 'state') })).put(
      blobKey('x'),
      Buffer.from('x'),
      OPTIONS,
    )
    expect(readdirSync(join(folder, 'state/blobs'))).toContain('x')
  })
})
