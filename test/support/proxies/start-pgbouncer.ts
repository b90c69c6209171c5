import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { freePort } from '#shared/playground/free-port.ts'

import { fetchProgram } from '../world/fetch-program.ts'
import { documentedSettings } from './documented-settings.ts'
import { type LocalProxy, startProxy } from './start-proxy.ts'

const PROGRAMS = resolve(import.meta.dirname, '../../../.farebox')
const PGBOUNCER = { name: 'pgbouncer', packages: ['pgbouncer'], file: 'usr/sbin/pgbouncer', probe: ['--version'] }

export type LocalPooler = {
  /** What DATABASE_URL is set to. */
  url: string
  /** Ends it, and every connection with it, and starts it anew on the same port. */
  restart: () => Promise<void>
  pid: () => number
  log: () => string
  stop: () => Promise<void>
}

/**
 * Starts Debian's PgBouncer before a database, with the settings of docs/operating.md. `words` replaces others of them.
 */
export async function startPgbouncer(
  folder: string,
  databaseUrl: string,
  words: Readonly<Record<string, string>> = {},
): Promise<LocalPooler> {
  mkdirSync(PROGRAMS, { recursive: true, mode: 0o700 })
  const { file, env } = fetchProgram(PROGRAMS, PGBOUNCER, process.env['PATH'])
  const server = new URL(databaseUrl)
  const database = server.pathname.slice(1)
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const [users, settings] = [join(folder, 'userlist.txt'), join(folder, 'pgbouncer.ini')]
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`, { mode: 0o600 })
  writeFileSync(
    settings,
    documentedSettings('ini', {
      'host=127.0.0.1 port=5432 dbname=farebox': `host=${server.hostname} port=${server.port} dbname=${database}`,
      'farebox = ': `${database} = `,
      'farebox_relaxed = ': `${database}_relaxed = `,
      'farebox_lists = ': `${database}_lists = `,
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/userlist.txt': users,
      ...words,
    }),
    { mode: 0o600 },
  )
  chmodSync(folder, 0o700)
  // It refuses to be root: in a namespace of its own it is somebody else who may read what root may.
  const isRoot = process.getuid?.() === 0
  const unprivileged = ['unshare', '--user', '--map-user=65534', '--map-group=65534']
  const start = (): Promise<LocalProxy> =>
    startProxy({
      name: 'pgbouncer',
      file,
      args: [settings],
      within: isRoot ? unprivileged : [],
      env: { PATH: process.env['PATH'], ...env },
      folder,
      port,
    })
  let running = await start()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    pid: () => running.pid,
    log: () => running.log(),
    async restart() {
      await running.stop()
      running = await start()
    },
    stop: () => running.stop(),
  }
}
