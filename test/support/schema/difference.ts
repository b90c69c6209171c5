import { DatabaseSchema, MikroORM, SchemaComparator } from '@mikro-orm/postgresql'

import { ormOptions } from '#shared/db/orm-options.ts'

/**
 * Returns the statements that make the tables of one database like those of another. MikroORM reads both from PostgreSQL,
 * so that an expression differs only when PostgreSQL prints it differently. Triggers, functions and the tables in `skip`
 * are left alone.
 */
export async function statementsBetween(fromUrl: string, toUrl: string, skip: readonly string[]): Promise<string[]> {
  const from = await MikroORM.init(options(fromUrl))
  const to = await MikroORM.init(options(toUrl))
  try {
    const difference = new SchemaComparator(from.em.getPlatform()).compare(
      await readSchema(from, skip),
      await readSchema(to, skip),
    )
    return from.schema
      .diffToSQL(difference, { wrap: false })
      .split('\n')
      .map((line) => line.trim().replace(/;$/, ''))
      .filter((line) => line !== '')
  } finally {
    await from.close(true)
    await to.close(true)
  }
}

const options = (databaseUrl: string) => ({
  ...ormOptions(databaseUrl, 1),
  entities: [],
  discovery: { warnWhenNoEntities: false },
  migrations: { tableName: 'schema_migration' },
})

async function readSchema(orm: MikroORM, skip: readonly string[]): Promise<DatabaseSchema> {
  const schema = await DatabaseSchema.create(
    orm.em.getConnection(),
    orm.em.getPlatform(),
    orm.config,
    'public',
    ['public'],
    undefined,
    [...skip],
  )
  for (const table of schema.getTables()) table.setTriggers([])
  return schema
}
