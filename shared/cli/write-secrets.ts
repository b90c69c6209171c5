import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { SECRET_SETTINGS } from '#shared/secret-settings.ts'
import { UPSTREAM_IDS, upstreams } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

/** The signing secrets. Only the settlement process may have them. */
const SIGNING = new Set([
  'RECEIPT_SEED',
  'BASE_SETTLEMENT_KEYS',
  'SOLANA_FEE_PAYER_KEYS',
  'SOLANA_TREASURY_KEY',
  'SOLANA_MINT_KEY',
  'STRIPE_SECRET_KEY',
])

const UPSTREAM_KEYS = UPSTREAM_IDS.flatMap((id) => (upstreams[id].key === undefined ? [] : [settingNames(id).key]))

/** The secrets of docker-compose.yml by folder. Each folder is a volume of the services that need it. */
export const SECRET_FOLDERS = {
  app: [...[...SECRET_SETTINGS].filter((name) => !SIGNING.has(name)), ...UPSTREAM_KEYS],
  settlement: [...SIGNING],
} as const

/**
 * Writes the secrets of the services in docker-compose.yml as files below `root`: those set in the environment, and
 * passwords for PostgreSQL and Redis, which are generated on the first run and kept. A secret that is not set becomes
 * an empty file, so that one removed from .env is removed here too.
 */
export function writeSecrets(root: string, env: Readonly<Record<string, string | undefined>>): void {
  const postgresPassword = keptPassword(join(root, 'postgres/password'), (password) => password)
  const redisPassword = keptPassword(join(root, 'redis/redis.conf'), (password) => `requirepass ${password}\n`)
  const made: Record<string, string> = {
    DATABASE_URL: `postgres://farebox:${postgresPassword}@postgres:5432/farebox`,
    REDIS_URL: `redis://:${redisPassword}@redis:6379`,
  }
  for (const [folder, names] of Object.entries(SECRET_FOLDERS)) {
    for (const name of names) write(join(root, folder, name), env[name] || made[name] || '', 0o400)
  }
}

/**
 * Returns the password in a file; generates and writes one when there is none. World-readable, because the services run
 * as other users; each is in a separate volume.
 */
function keptPassword(path: string, written: (password: string) => string): string {
  const kept = existsSync(path) ? /[0-9a-f]{48}/.exec(readFileSync(path, 'utf8'))?.[0] : undefined
  const password = kept ?? randomBytes(24).toString('hex')
  if (kept === undefined) write(path, written(password), 0o444)
  return password
}

/** Writes a file atomically: concurrent readers see the old file or the new one. */
function write(path: string, content: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true })
  // A run that was killed may have left a file that this user cannot write.
  rmSync(`${path}.new`, { force: true })
  writeFileSync(`${path}.new`, content, { mode })
  chmodSync(`${path}.new`, mode)
  renameSync(`${path}.new`, path)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root] = process.argv.slice(2)
  if (root === undefined) {
    process.stderr.write('Name the folder to write the secrets to: npm run secrets -- /run/farebox\n')
    process.exit(1)
  }
  writeSecrets(root, process.env)
}
