import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { Client } from 'pg'

import { migrate } from '#shared/db/migrate.ts'
import { startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { send } from '#shared/playground/processes/end-process.ts'
import { choosePostgresLauncher, type PostgresLauncher } from '#shared/playground/postgres/postgres-launcher.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'

import { eventually } from './world.ts'

type Program = Parameters<PostgresLauncher['command']>[0]

export type OwnPostgresOptions = {
  /** Where its data is; a folder of its own in the system's place for those when left out. */
  folder?: string
  /** Words added to the command line of its programs. */
  arguments?: Partial<Record<Program, string[]>>
  /** Makes the command line that runs its programs somewhere else. */
  within?: (command: string[], way: PostgresLauncher['way']) => string[]
}

/** A PostgreSQL of this test's own, with fsync on, to be killed, filled and copied. */
export async function ownPostgres(options: OwnPostgresOptions = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'farebox-postgres-'))
  const family = createProcessFamily(join(folder, 'processes.json'))
  const launcher = await choosePostgresLauncher({ folder, id: basename(folder), keptWay: undefined })
  const within = options.within ?? ((command) => command)
  const server = await startEmbeddedPostgres({
    family,
    launcher: {
      ...launcher,
      command(program, args) {
        const plain = launcher.command(program, [...args, ...(options.arguments?.[program] ?? [])])
        const [file = '', ...rest] = within([plain.file, ...plain.args], launcher.way)
        return { ...plain, file, args: rest }
      },
    },
    password: 'a-password-of-this-test',
    preferredPort: undefined,
    logFile: join(folder, 'postgres.log'),
    isDurable: true,
  })
  let { child } = server
  const answers = async () => {
    const client = new Client({ connectionString: server.url('postgres') })
    // A server that starts up or goes down ends connections as it likes.
    client.on('error', () => {})
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    return isUp
  }
  return {
    folder,
    /** The folder of its files. */
    data: join(launcher.home, 'postgres'),
    url: server.url,
    /** Runs statements as the owner of everything, each by itself, and answers with the rows of the last. */
    async sql(database: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
      const client = new Client({ connectionString: server.url(database) })
      await client.connect()
      try {
        let rows: Record<string, unknown>[] = []
        for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement))
        return rows
      } finally {
        await client.end()
      }
    },
    /** Makes a database with the product's schema and answers with its address. */
    async migrated(name: string, clause = ''): Promise<string> {
      await this.sql('postgres', `create database ${name} ${clause}`)
      await migrate(server.url(name))
      return server.url(name)
    },
    /** Ends it: SIGQUIT at once and without a checkpoint, SIGINT in good order. */
    async down(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
      if (child.pid !== undefined) send(child.pid, signal)
      await child.exited
    },
    /** Starts it again at the same address, whatever became of it. */
    async up(): Promise<void> {
      child = await server.restart()
      await eventually(answers)
    },
    async close(): Promise<void> {
      await family.stopAll()
      for (const path of [folder, launcher.home]) rmSync(path, { recursive: true, force: true })
    },
  }
}

export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>
