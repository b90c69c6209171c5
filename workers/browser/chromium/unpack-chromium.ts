import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'

import { z } from 'zod'

import { readTar } from './read-tar.ts'

const STALE_DRAFT_MS = 10 * 60_000
const CHUNK = { chunkSize: 1 << 20 }

/** Whether a bundled Chromium exists for this platform: Linux on x64 only. */
export const hasBundledChromium = (): boolean => process.platform === 'linux' && process.arch === 'x64'

/**
 * Unpacks the bundled Chromium and its libraries once per version. Safe for concurrent processes: each unpacks into its
 * own draft folder, and the first to rename it wins.
 */
export async function unpackChromium(folder: string): Promise<{ file: string; libraries: string }> {
  const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const home = join(folder, `chromium-${versionOf(packed)}`)
  const unpacked = { file: join(home, 'chromium'), libraries: join(home, 'lib') }
  if (existsSync(unpacked.file)) return unpacked
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeStaleDrafts(folder)
  const draft = await mkdtemp(`${home}.draft-`)
  try {
    await unpackInto(draft, join(packed, 'bin'))
    await rename(draft, home)
  } catch (error) {
    if (!existsSync(unpacked.file)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return unpacked
}

async function unpackInto(draft: string, packed: string): Promise<void> {
  const program = createWriteStream(join(draft, 'chromium'), { mode: 0o755 })
  await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress(CHUNK), program)
  const archive = await promisify(brotliDecompress)(await readFile(join(packed, 'al2023.tar.br')), CHUNK)
  for (const { name, bytes } of readTar(archive)) {
    const path = join(draft, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes, { mode: 0o755 })
  }
}

async function removeStaleDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.includes('.draft-'))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > STALE_DRAFT_MS) await rm(path, { recursive: true, force: true })
  }
}

const versionOf = (packed: string) =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))).version
