import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

import { Client } from 'pg'

import { entities } from '#shared/entities.ts'
import { migrate } from '#shared/db/migrate.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { choosePostgresLauncher } from '#shared/playground/postgres/postgres-launcher.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'

import { statementsBetween } from '#test/support/schema/difference.ts'
import { replaceTables } from '#test/support/schema/entity-schema.ts'
import { writeMigration } from '#test/support/schema/migration-file.ts'
import { TABLES_WITHOUT_ENTITY } from '#test/support/schema/tables-without-entity.ts'

const FOLDER = resolve(import.meta.dirname, '../../shared/db/migrations')

/** `npm run migration:new NAME` writes the migration that brings the migrated tables to those of the entities. */
const folder = mkdtempSync(join(tmpdir(), 'farebox-migration-'))
const family = createProcessFamily(join(folder, 'processes.json'))
const launcher = await choosePostgresLauncher({ folder, id: basename(folder), keptWay: undefined })
try {
  const server = await startEmbeddedPostgres({
    family,
    launcher,
    password: randomBytes(12).toString('hex'),
    preferredPort: undefined,
    logFile: join(folder, 'postgres.log'),
    isDurable: false,
  })
  const sql = new Client({ connectionString: server.url('postgres') })
  await sql.connect()
  await sql.query('create database migrated')
  await migrate(server.url('migrated'))
  await sql.query('create database declared template migrated')
  await sql.end()
  const declared = new Client({ connectionString: server.url('declared') })
  await declared.connect()
  await replaceTables(declared, server.url('declared'), entities)
  await declared.end()

  const statements = await statementsBetween(
    server.url('migrated'),
    server.url('declared'),
    Object.keys(TABLES_WITHOUT_ENTITY),
  )
  const list = join(FOLDER, 'list.ts')
  const names = migrations.map(({ name }) => name)
  const written = writeMigration(process.argv[2] ?? '', statements, readFileSync(list, 'utf8'), names)
  writeFileSync(join(FOLDER, written.fileName), written.text, { flag: 'wx' })
  writeFileSync(list, written.list)
  process.stdout.write(
    `shared/db/migrations/${written.fileName} has ${statements.length} statements: read it before you run it.\n`,
  )
} catch (error) {
  process.stderr.write(`No migration was written: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await family.stopAll()
  for (const path of [folder, launcher.home]) rmSync(path, { recursive: true, force: true })
}
