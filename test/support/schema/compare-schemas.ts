import { Client } from 'pg'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

import { type Entities, replaceTables } from './entity-schema.ts'
import { type Catalog, compareCatalogs, readCatalog } from './read-catalog.ts'
import { TABLES_WITHOUT_ENTITY } from './tables-without-entity.ts'

/**
 * What entities say of a table. Triggers, functions, extensions, storage parameters and where a sequence starts are
 * written by hand in migrations.
 */
const SAID_BY_ENTITIES = /^(?:table|column|constraint|index) (?<table>\w+)/

/** Names what differs between the migrated tables and those of the entities, one line each. */
export const compareWithEntities = (entitySide: Catalog, migrated: Catalog): string[] =>
  compareCatalogs(saidByEntities(entitySide), saidByEntities(migrated))

const saidByEntities = (catalog: Catalog): Catalog =>
  new Map(
    [...catalog]
      .filter(([name, definition]) => {
        const table = SAID_BY_ENTITIES.exec(name)?.groups?.['table']
        // Nullability stands with the column; PostgreSQL chooses the names of these constraints.
        return table !== undefined && !(table in TABLES_WITHOUT_ENTITY) && !definition.startsWith('NOT NULL')
      })
      // How a table is partitioned is written by hand, too.
      .map(([name, definition]) => [name, name.startsWith('table ') ? '' : withoutOnly(definition)]),
  )

/** The index of a partitioned table is printed as one that its partitions do not have. */
const withoutOnly = (definition: string) => definition.replace(' ON ONLY ', ' ON ')

/** A database whose tables are made from entities instead of migrations. */
export async function entityDatabase(entities: Entities): Promise<TestDatabase> {
  const database = await cloneDatabase()
  await withClient(database.url, (sql) => replaceTables(sql, database.url, entities))
  return database
}

/** Reads the definitions of a whole database. */
export const catalogOf = (databaseUrl: string): Promise<Catalog> => withClient(databaseUrl, readCatalog)

/** Runs `work` on a connection of its own. */
export async function withClient<Out>(databaseUrl: string, work: (sql: Client) => Promise<Out>): Promise<Out> {
  const sql = new Client({ connectionString: databaseUrl })
  await sql.connect()
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
