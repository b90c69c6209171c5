import { Migrator } from '@mikro-orm/migrations'
import { defineConfig } from '@mikro-orm/postgresql'

import { entities } from './shared/entities.ts'
import { migrations } from './shared/db/migrations/list.ts'
import { ormOptions } from './shared/db/orm-options.ts'

/** For MikroORM's own tools; `npm run migrate` (shared/db/migrate.ts) is what installations run. */
export default defineConfig({
  ...ormOptions(process.env['DATABASE_URL'] ?? 'postgres://127.0.0.1:5432/farebox'),
  entities,
  extensions: [Migrator],
  migrations: { migrationsList: migrations, snapshot: false, tableName: 'schema_migration' },
})
