import { Migration } from '@mikro-orm/migrations'
import { Client } from 'pg'
import { expect, test } from 'vitest'

import { migrate } from '#shared/db/migrate.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { migrationProblems } from '#test/house/migration-locks.ts'
import { openClient } from '#test/support/world/client.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { cloneDatabase } from '#test/support/world/database.ts'

/** What a next release may do to tables that every call writes: columns, checks, a table of its own and its triggers. */
const NEXT = [
  `alter table call add column region text, add column weight integer not null default 1`,
  `alter table call add constraint call_region check (region is null or length(region) < 40) not valid`,
  `alter table transfer add column note text`,
  `create table next_release (id uuid primary key, call_id uuid references call (id), region text not null)`,
  `create function next_release_notes() returns trigger language plpgsql as $$
  begin
    if new.weight > 1 then insert into next_release (id, call_id, region) values (gen_random_uuid(), new.id, 'eu'); end if;
    return null;
  end $$`,
  `create trigger call_next_release after insert on call for each row execute function next_release_notes()`,
]

class NextRelease extends Migration {
  override name = '9000-next-release'

  override up() {
    for (const statement of NEXT) this.addSql(statement)
  }
}

class NextValidation extends Migration {
  override name = '9001-next-validation'

  override up() {
    this.addSql(`alter table call validate constraint call_region`)
  }
}

const nextList = [
  ...migrations,
  { name: '9000-next-release', class: NextRelease },
  { name: '9001-next-validation', class: NextValidation },
]

/**
 * This build is the release before here, and the schema becomes that of a next one: what processes meet that are replaced
 * after the migration, and those that a rollback brings back.
 */
test('the schema of a next release is migrated under load: no call fails, processes of this release go on and start, with rows of the next one', async () => {
  expect(migrationProblems(NEXT)).toEqual([])
  const database = await cloneDatabase()
  const cluster = await openCluster('redis', { databaseUrl: database.url })
  try {
    const [ingress] = await Promise.all([
      cluster.ingress(),
      cluster.worker(['outcome']),
      cluster.worker(['settlement-watch']),
    ])
    await cluster.ready(ingress)
    const clients = await Promise.all(Array.from({ length: 6 }, () => openClient(cluster, 100_000)))
    await Promise.all(clients.map((client) => client.untilServed(ingress)))
    const loads = clients.map((client) => client.load(ingress))

    // A long read holds the migration up; calls go on beside both.
    const reader = new Client({ connectionString: database.url })
    await reader.connect()
    await reader.query('begin')
    const countCalls = async () =>
      (await reader.query<{ n: number }>('select count(*)::int as n from call')).rows[0]?.n ?? 0
    const before = await countCalls()
    const migrating = migrate(database.url, nextList)
    await reader.query('select pg_sleep(3)')
    const during = await countCalls()
    await reader.query('commit')
    await reader.end()
    expect(during).toBeGreaterThan(before)
    expect(await migrating).toEqual(['9000-next-release', '9001-next-validation'])

    // A rollback: processes of this release start on the newer schema, beside rows that only the next one writes.
    await cluster.db.pg.query(
      `insert into next_release (id, call_id, region) select gen_random_uuid(), id, 'eu' from call limit 20`,
    )
    const back = await cluster.ingress()
    await cluster.worker(['outcome'])
    await Promise.all(clients.map((client) => client.untilServed(back)))
    for (const load of loads) expect(await load.stop()).toEqual(new Set([200]))
    await expectSettled(cluster, ...clients.map((client) => client.told))
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])

    await expect(migrate(database.url)).rejects.toThrow(
      /A newer version made it: run that version, or restore a backup/,
    )
  } finally {
    await cluster.close()
    await database.drop()
  }
})
