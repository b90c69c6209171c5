import { describe, expect, test } from 'vitest'

import { migrations } from '#shared/db/migrations/list.ts'

import { migrationProblems } from './migration-locks.ts'

/** From this number on migrations run beside the processes of the release before. 0.1.0 is upgraded with its processes stopped. */
const FIRST_BESIDE = 40

/** The statements of a migration. */
function statementsOf({ class: Made }: (typeof migrations)[number]): string[] {
  // Safe: a migration of ours only adds statements, which needs neither.
  const migration = new Made(undefined as never, undefined as never)
  migration.up()
  return migration.getQueries().map(String)
}

const later = migrations.filter(({ name }) => Number(name.slice(0, 4)) >= FIRST_BESIDE)

test('a migration lets calls go on while it runs, and processes of the release before go on after it', () => {
  const wrong = later.flatMap((one) => migrationProblems(statementsOf(one)).map((why) => `${one.name}: ${why}`))
  expect(wrong).toEqual([])
})

test('every migration can be read', () => {
  for (const one of migrations) expect(() => migrationProblems(statementsOf(one))).not.toThrow()
})

describe('it is wrong', () => {
  test.each([
    ['to drop a column', 'alter table call drop column steps'],
    ['to drop a table', 'drop table call'],
    ['to rename a column', 'alter table call rename column steps to step'],
    ['to rename a table', 'alter table call rename to calls'],
    ['to change a type', 'alter table call alter column price type numeric'],
    ['to demand a value of rows that exist', 'alter table call alter column steps set not null'],
    ['to add a column that older processes would have to fill', 'alter table call add column a text not null'],
    ['to add a column with another value in each row', 'alter table call add column a uuid default gen_random_uuid()'],
    ['to add a unique column', 'alter table call add column a text unique'],
    ['to add a check that is validated at once', 'alter table call add constraint c check (price > 0)'],
    [
      'to add a reference that is validated at once',
      'alter table call add constraint c foreign key (a) references b (id)',
    ],
    ['to add a unique constraint', 'alter table call add constraint c unique (a)'],
    ['to build an index with writes waiting', 'create index i on call (slug)'],
    ['to change every row', 'update call set slug = slug'],
    ['to truncate', 'truncate call'],
    ['to lock', 'lock table call'],
    ['to vacuum', 'vacuum full call'],
  ])('%s', (_, sql) => {
    expect(migrationProblems([sql])).toHaveLength(1)
  })
})

describe('it is right', () => {
  test.each([
    [
      'to create a table with all it needs',
      'create table a (id uuid primary key, b text not null unique); create index on a (b); alter table a add constraint c check (b <> $$$$)',
    ],
    [
      'to add a column that may be empty, or has one value',
      'alter table call add column a text, add column b integer not null default 0, add column c timestamptz default now()',
    ],
    ['to add a constraint without validating it', 'alter table call add constraint c check (price > 0) not valid'],
    ['to validate one that was added before', 'alter table call validate constraint c'],
    ['to build an index concurrently', 'create index concurrently i on call (slug)'],
    ['to add a unique constraint on an index that exists', 'alter table call add constraint c unique using index i'],
    ['to change some rows', `update call set slug = 'a' where slug = 'b'`],
    [
      'to drop a constraint, an index, a trigger',
      'alter table call drop constraint c; drop index i; drop trigger t on call',
    ],
    [
      'to make functions and triggers',
      'create function f() returns trigger language plpgsql as $$ begin return null; end $$; create trigger t after insert on call for each row execute function f()',
    ],
  ])('%s', (_, sql) => {
    expect(migrationProblems([sql])).toEqual([])
  })
})
