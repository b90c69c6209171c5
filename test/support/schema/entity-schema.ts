import { type AnyEntity, type EntitySchema, MikroORM } from '@mikro-orm/postgresql'
import type { ClientBase } from 'pg'

import { ormOptions } from '#shared/db/orm-options.ts'

export type Entities = readonly (EntitySchema | (new () => AnyEntity))[]

/**
 * Replaces every table of a migrated database by those that the entities describe. Functions and extensions of the
 * migrations stay, because generated columns and indexes use them.
 */
export async function replaceTables(sql: ClientBase, databaseUrl: string, entities: Entities): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  await sql.query(`drop table ${rows.map(({ name }) => name).join(', ')} cascade`)
  for (const statement of await createStatements(databaseUrl, entities)) await sql.query(statement)
}

/** The statements that MikroORM makes of the entities, and their foreign keys. */
export async function createStatements(databaseUrl: string, entities: Entities): Promise<string[]> {
  const orm = await MikroORM.init({ ...ormOptions(databaseUrl, 1), entities: [...entities], ensureDatabase: false })
  try {
    const foreignKeys = [...orm.getMetadata().getAll().values()].flatMap((meta) =>
      meta.props.flatMap(({ extra, fieldNames: [column] }) =>
        extra === undefined
          ? []
          : [
              `alter table ${meta.tableName} add constraint ${meta.tableName}_${column}_fkey foreign key (${column}) ${extra}`,
            ],
      ),
    )
    // Generated columns that entities do not read are declared with `persist(false)`, which also leaves them out of the schema.
    for (const meta of orm.getMetadata().getAll().values())
      for (const prop of meta.props) if (prop.generated !== undefined) prop.persist = true
    return [await orm.schema.getCreateSchemaSQL({ wrap: false }), ...foreignKeys]
  } finally {
    await orm.close(true)
  }
}
