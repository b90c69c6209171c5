import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { lastPostgresComplaint } from '../processes/last-words.ts'
import type { PostgresLauncher } from './postgres-launcher.ts'
import { POSTGRES_ENV } from './postgres-settings.ts'
import type { ProcessFamily } from '../processes/process-family.ts'
import { StartFailure } from '../start-failure.ts'

export const SUPERUSER = 'farebox'

export type ClusterOptions = {
  family: ProcessFamily
  launcher: PostgresLauncher
  password: string
  logFile: string
  /** False disables fsync in a temporary cluster. */
  isDurable: boolean
}

/**
 * Returns the folder of the database cluster; creates it on the first start. It is built under another name and then
 * renamed, so that an interrupted start leaves nothing that looks like a database.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { home } = options.launcher
  const data = join(home, 'postgres')
  for (const name of readdirSync(home)) {
    if (name.startsWith('postgres.new-')) rmSync(join(home, name), { recursive: true, force: true })
  }
  if (!existsSync(data)) {
    await makeCluster(options, data)
    return data
  }
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal'].find((name) => !existsSync(join(data, name)))
  if (missing === undefined) return data
  throw new StartFailure(
    `${data} is corrupt: ${missing} is missing. Restore it, or move the state folder away to start anew.`,
  )
}

async function makeCluster({ family, launcher, password, logFile, isDurable }: ClusterOptions, data: string) {
  const draft = `${data}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}-password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  launcher.handOver(draft)
  launcher.handOver(passwordFile)
  const initdb = family.start({
    name: 'initdb',
    ...launcher.command('initdb', [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same collation and case rules on every machine, whatever its locales.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(isDurable ? [] : ['--no-sync']),
    ]),
    env: POSTGRES_ENV,
    cwd: '/',
    logFile,
    stopSignal: 'SIGINT',
    graceMs: 2_000,
  })
  const { code, lastWords } = await initdb.exited
  rmSync(passwordFile, { force: true })
  if (code === 0) return renameSync(draft, data)
  rmSync(draft, { recursive: true, force: true })
  const complaint = lastPostgresComplaint(logFile, initdb.logStart) || lastWords
  throw new StartFailure(`PostgreSQL could not make its database folder: ${complaint} (see ${logFile})`)
}
