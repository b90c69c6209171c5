import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'

import { freePort } from '../free-port.ts'
import { lastPostgresComplaint } from '../processes/last-words.ts'
import { ensureCluster, SUPERUSER, type ClusterOptions } from './postgres-cluster.ts'
import { POSTGRES_ENV, postgresArguments } from './postgres-settings.ts'
import { endPostmaster, readPidFile } from './postmaster.ts'
import type { Child } from '../processes/process-family.ts'
import { StartFailure } from '../start-failure.ts'

const START_ATTEMPTS = 6
const READY_WITHIN_MS = 60_000

export type EmbeddedPostgres = {
  port: number
  /** Connection string of a database on this server, with the password. */
  url: (database: string) => string
  child: Child
  /** Starts the server again after it died, on the same port, so that the others' connection strings stay valid. */
  restart: () => Promise<Child>
  /** Whether the server was asked to stop. */
  isStopping: () => boolean
}

export type EmbeddedPostgresOptions = ClusterOptions & {
  /** Tried first; another port is chosen when it is in use. */
  preferredPort: number | undefined
}

/** Starts PostgreSQL on 127.0.0.1; creates its cluster on the first start. Throws a StartFailure with the reason. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const data = await ensureCluster(options)
  const launch = async (port: number) => {
    await endPostmaster(data)
    return options.family.start({
      name: 'postgres',
      ...options.launcher.command('postgres', postgresArguments(data, port, options.isDurable)),
      env: POSTGRES_ENV,
      cwd: data,
      logFile: options.logFile,
      stopSignal: 'SIGINT',
      graceMs: 10_000,
    })
  }
  const { child, port } = await firstStart(launch, data, options)
  return {
    port,
    url: (database) => `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${port}/${database}`,
    child,
    restart: () => launch(port),
    isStopping: () => readPidFile(data)?.status === 'stopping',
  }
}

// A port can be taken between the check and the start, and processes of a killed server need a moment to release its
// shared memory. Both are retried.
async function firstStart(launch: (port: number) => Promise<Child>, data: string, options: EmbeddedPostgresOptions) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(attempt === 1 ? options.preferredPort : undefined)
    const child = await launch(port)
    if (await isReady(child, data)) return { child, port }
    const complaint = lastPostgresComplaint(options.logFile, child.logStart)
    const isPassing = /Address already in use|still in use|could not create any TCP/.test(complaint)
    if (!isPassing || attempt === START_ATTEMPTS) {
      throw new StartFailure(`PostgreSQL does not start on ${data}: ${complaint} (see ${options.logFile})`)
    }
    await pause(200 * attempt)
  }
}

async function isReady(child: Child, data: string): Promise<boolean> {
  const ended = child.exited.then(() => true)
  const until = performance.now() + READY_WITHIN_MS
  while (performance.now() < until) {
    const found = readPidFile(data)
    if (found?.pid === child.pid && found?.status === 'ready') return true
    if (await Promise.race([ended, pause(20, false)])) return false
  }
  await child.stop()
  return false
}

/** Creates the database unless it exists. Connecting also proves that the stored password is valid for this server. */
export async function ensureDatabase(server: Pick<EmbeddedPostgres, 'url'>, name: string): Promise<string> {
  const client = new Client({ connectionString: server.url('postgres') })
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    return server.url(name)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartFailure(
      `PostgreSQL runs but does not let us in: ${message}. installation.json and the database are not of one kind.`,
      {
        cause: error,
      },
    )
  } finally {
    await client.end().catch(() => {})
  }
}
