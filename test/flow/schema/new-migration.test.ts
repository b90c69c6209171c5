import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { type Migration, Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { expect, onTestFinished, test } from 'vitest'

import { entities } from '#shared/entities.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { ormOptions } from '#shared/db/orm-options.ts'
import { Feedback } from '#shared/market/feedback/feedback.entity.ts'

import { catalogOf, compareWithEntities, entityDatabase } from '#test/support/schema/compare-schemas.ts'
import { statementsBetween } from '#test/support/schema/difference.ts'
import type { Entities } from '#test/support/schema/entity-schema.ts'
import { writeMigration } from '#test/support/schema/migration-file.ts'
import { TABLES_WITHOUT_ENTITY } from '#test/support/schema/tables-without-entity.ts'
import { cloneDatabase } from '#test/support/world/database.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const LIST = readFileSync(join(ROOT, 'shared/db/migrations/list.ts'), 'utf8')
const NAMES = migrations.map(({ name }) => name)

/** A folder inside the project, where copies of its files find its packages, and git does not look. */
function ownFolder(): string {
  mkdirSync(join(ROOT, '.farebox/test'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.farebox/test/migration-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function tablesOf(some: Entities) {
  const migrated = await cloneDatabase()
  const declared = await entityDatabase(some)
  onTestFinished(async () => {
    await migrated.drop()
    await declared.drop()
  })
  const statements = await statementsBetween(migrated.url, declared.url, Object.keys(TABLES_WITHOUT_ENTITY))
  return { migrated, declared, statements }
}

test('entities that nobody changed need no migration, and none is written', async () => {
  const { statements } = await tablesOf(entities)
  expect(statements).toEqual([])
  expect(() => writeMigration('nothing', statements, LIST, NAMES)).toThrow('there is nothing to migrate')
})

test('one line in the entity of a marketplace table makes one migration of one statement, which applies', async () => {
  const folder = ownFolder()
  const source = readFileSync(join(ROOT, 'shared/market/feedback/feedback.entity.ts'), 'utf8')
  const changed = join(folder, 'feedback.entity.ts')
  writeFileSync(changed, source.replace('  properties: {\n', '  properties: {\n    colour: p.text().nullable(),\n'))
  // Safe: the copied file exports what the file exports.
  const copy = (await import(changed)) as { Feedback: typeof Feedback }
  const { migrated, declared, statements } = await tablesOf(
    entities.map((entity) => (entity === Feedback ? copy.Feedback : entity)),
  )
  expect(statements).toEqual(['alter table "feedback" add "colour" text null'])

  const written = writeMigration('feedback-colour', statements, LIST, NAMES)
  const number = String(NAMES.length + 1).padStart(4, '0')
  expect(written.fileName).toBe(`${number}-feedback-colour.ts`)
  expect(written.list.replace(`import { FeedbackColour } from './${number}-feedback-colour.ts'\n`, '')).toBe(
    LIST.replace(/\n\]\n$/, `\n  { name: '${number}-feedback-colour', class: FeedbackColour },\n]\n`),
  )
  writeFileSync(join(folder, written.fileName), written.text)
  // Safe: what the text exports.
  const { FeedbackColour } = (await import(join(folder, written.fileName))) as { FeedbackColour: new () => Migration }
  const orm = await MikroORM.init({
    ...ormOptions(migrated.url, 2),
    driverOptions: {},
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: [...migrations, { name: `${number}-feedback-colour`, class: FeedbackColour }],
      snapshot: false,
      tableName: 'schema_migration',
    },
  })
  const ran = await orm.migrator.up()
  await orm.close(true)
  expect(ran.map(({ name }) => name)).toEqual([`${number}-feedback-colour`])
  expect(compareWithEntities(await catalogOf(declared.url), await catalogOf(migrated.url))).toEqual([])
})

test.each(['', 'Listing Colour', '../listing', 'listing_colour'])('"%s" is no name for a migration', (name) => {
  expect(() => writeMigration(name, ['select 1'], LIST, NAMES)).toThrow('is no name for a migration')
})
