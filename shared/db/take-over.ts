import type { ClientBase } from 'pg'

import { formerMigrations } from './migrations/former.ts'
import { migrations } from './migrations/list.ts'

/**
 * Makes the record of migrations fit today's list, before migrations run. A database of 0.1.0 has the schema of the
 * first migrations already, under the names of before, so today's names are recorded and nothing is run. Throws for any
 * record that is neither that nor the beginning of today's list, because nobody knows what such a schema lacks.
 */
export async function takeOver(sql: ClientBase): Promise<void> {
  const { rows: tables } = await sql.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as is_there`,
  )
  if (tables[0]?.is_there !== true) return
  const { rows } = await sql.query<{ name: string }>('select name from schema_migration order by id')
  const recorded = rows.map(({ name }) => name)
  const names = migrations.map(({ name }) => name)
  if (isBeginning(recorded, names)) return
  const former = formerMigrations.find((one) => haveSame(one.names, recorded))
  if (former === undefined) throw new Error(unknownState(recorded, names))
  await sql.query(
    `with forgotten as (delete from schema_migration)
    insert into schema_migration (name) select name from unnest($1::text[]) with ordinality as made (name, nth) order by nth`,
    [names.slice(0, names.indexOf(former.has) + 1)],
  )
}

const isBeginning = (some: readonly string[], all: readonly string[]) =>
  some.length <= all.length && some.every((name, nth) => name === all[nth])

const haveSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && new Set([...some, ...others]).size === some.length

function unknownState(recorded: readonly string[], names: readonly string[]): string {
  const found = `The database records ${recorded.length} migrations, the last is ${recorded.at(-1)}; nothing was changed.`
  if (isBeginning(names, recorded))
    return `${found} A newer version made it: run that version, or restore a backup from before.`
  return `${found} Only databases of 0.1.0 and of this version's own migrations can be migrated: finish the migration of 0.1.0 with its own \`npm run migrate\` first, or restore a backup.`
}
