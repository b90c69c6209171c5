import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { BlobTooLarge, type StoredBlob } from './blob-store.ts'

export type SpooledFile = StoredBlob & {
  path: string
  /** Removes the file if it still exists. */
  remove: () => Promise<void>
}

/**
 * Writes a body to a new file, counting and hashing it as it arrives. When this resolves, the file is synced to disk.
 * When it rejects (body too long, interrupted, disk full), the file is removed.
 */
export async function spoolFile(
  folder: string,
  body: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes: number,
): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(16).toString('hex'))
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new BlobTooLarge(`more than ${maxBytes} bytes`)
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } catch (error) {
    await file.close()
    await remove()
    throw error
  }
  await file.close()
  return { path, bytes, sha256: hash.digest('hex'), remove }
}
