import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { replaceFile } from './replace-file.ts'
import { StartFailure } from './start-failure.ts'

const hex = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
    .default(() => randomBytes(bytes).toString('hex'))
const port = z.int().min(1).max(65_535)

/**
 * Values generated once for this state folder and kept. Fields added by a later version are filled in on its first
 * start.
 */
const Installation = z.object({
  id: hex(8),
  server_secret: hex(32),
  admin_token: hex(24),
  receipt_seed: hex(32),
  postgres_password: hex(24),
  /** The last port of PostgreSQL. Another is chosen when it is in use. */
  postgres_port: port.optional(),
  /** How PostgreSQL ran when its data was created; it determines where the data is. */
  postgres_way: z.enum(['directly', 'namespace', 'account']).optional(),
  /**
   * Time of the first block of the local Base chain. It determines the genesis hash, so it is random per installation.
   */
  base_genesis_s: z.int().default(() => randomInt(1_600_000_000, 1_700_000_000)),
  /** The last ports of the local chains. */
  base_port: port.optional(),
  solana_port: port.optional(),
  /** From these the keys of the local card processor are made. */
  card_key: hex(16),
  card_webhook_key: hex(24),
  card_port: port.optional(),
})

export type Installation = z.output<typeof Installation>

/**
 * Reads the values of this folder; generates them on the first start. The file has mode 0600, because it contains
 * secrets.
 */
export function loadInstallation(folder: string): Installation {
  const path = join(folder, 'installation.json')
  const isNew = !existsSync(path)
  if (isNew && existsSync(join(folder, 'postgres'))) {
    throw new StartFailure(
      `${folder} is corrupt: it has a database but no installation.json with its password. Restore that file, or move the folder away to start anew.`,
    )
  }
  const found = isNew ? {} : parseJson(path)
  const installation = Installation.safeParse(found)
  if (!installation.success) throw corrupt(path, installation.error.issues[0]?.path.join('.') ?? 'its content')
  saveInstallation(folder, installation.data)
  return installation.data
}

export function saveInstallation(folder: string, installation: Installation): void {
  replaceFile(join(folder, 'installation.json'), `${JSON.stringify(installation, null, 2)}\n`)
}

function parseJson(path: string): unknown {
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw corrupt(path, 'its JSON')
  }
}

const corrupt = (path: string, what: string) =>
  new StartFailure(`${path} is corrupt (${what} cannot be read). Restore it, or move its folder away to start anew.`)
