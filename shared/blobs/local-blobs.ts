import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { BlobKey, BlobStore } from './blob-store.ts'
import { spoolFile } from './spool-file.ts'

/**
 * Folder for files still being written; safe to empty at startup. Keys cannot begin with a dot, so none collides with
 * it.
 */
const INCOMING = '.incoming'

/** Stores blobs as files in a folder (mode 0700). A file gets its final name once it is complete and synced to disk. */
export function localBlobs(folder: string): BlobStore {
  const pathOf = (key: BlobKey) => join(folder, key)
  return {
    async put(key, body, { maxBytes }) {
      const file = await spoolFile(join(folder, INCOMING), body, maxBytes)
      try {
        await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
        await rename(file.path, pathOf(key))
      } catch (error) {
        await file.remove()
        throw error
      }
      return { bytes: file.bytes, sha256: file.sha256 }
    },
    async get(key) {
      const size = await sizeOf(pathOf(key))
      return size === null ? null : { bytes: size, body: createReadStream(pathOf(key)) }
    },
    async head(key) {
      const size = await sizeOf(pathOf(key))
      return size === null ? null : { bytes: size }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const { size } = await stat(path)
    return size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
