import { randomBytes, randomUUID } from 'node:crypto'

import { Client, Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { expect, inject, test } from 'vitest'

import { migrate } from '#shared/db/migrate.ts'
import { LedgerMonthsRead } from '#shared/db/migrations/0053-ledger-months-read.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { catalogOf } from '#test/support/schema/compare-schemas.ts'
import { compareCatalogs } from '#test/support/schema/read-catalog.ts'
import { cloneDatabase } from '#test/support/world/database.ts'

/** The last migration before calls and events had partitions. */
const BEFORE = '0046-journals-checked'
const WRITERS = 4
const CALLS_BEFORE = 20_000

/** What processes of before send, under the names that they prepared it with. */
const ACCEPT = `
insert into call (id, slug, pool, payer, account_id, price, state, attempt, lease_until, timeout_ms, deadline, reply_to, input, input_digest, idem)
select $1::uuid, 'hash-text', 'outcome', 'prepaid', a.id, 10000, 'held', 1, now() + interval '1 minute', 8000, now() + interval '1 minute', 'x', '{}', '\\x00', $3
from (select id from account where id = $2::bigint for update) a left join call c on c.idem = $3::text and c.state <> 'released' where c.id is null
on conflict do nothing returning id`
const FINISH = `
update call set state = $2, result = case $2 when 'captured' then '{}' end, refusal = case $2 when 'released' then '{"code":"x"}' end,
  journal_id = case $2 when 'captured' then nextval('transfer_id_seq') end, input = null, lease_until = null, finished_at = now()
where id = $1::uuid and state = 'held' returning id`
const CREDIT = `
with credited as (update account set posted = posted + 10000 where id = $1::bigint returning id),
given as (
  insert into transfer (kind, call_id, account_id, amount, reason) select 'single', $2::uuid, id, 10000, 'credit:x402' from credited returning id, account_id
),
entered as (insert into entry (transfer_id, account_id, amount) select id, account_id, 10000 from given union all select id, 2, -10000 from given)
select id from given`
const EVENT = `insert into event (stream, type, data) values ('key:0', 'call.completed', jsonb_build_object('call_id', $1::uuid)) returning id`
const PUBLISH = `update event set position = nextval('event_position') where id = $1::uuid and position is null returning id`

async function formerDatabase(last = BEFORE) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  await migrate(address.href, migrations, 1, last)
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { url: address.href, drop }
}

/** Grants an account a million cents. */
async function granted(pg: Pool): Promise<string> {
  const { rows } = await pg.query<{ id: string }>(
    `with wallet as (
      insert into account (code, kind, posted) values ('wallet:' || gen_random_uuid(), 'wallet', 10000000000) returning id
    ), given as (
      insert into transfer (kind, account_id, amount, reason) select 'single', id, 10000000000, 'grant:operator' from wallet returning id, account_id
    ), entered as (
      insert into entry (transfer_id, account_id, amount) select id, account_id, 10000000000 from given union all select id, 2, -10000000000 from given
    ) select id from wallet`,
  )
  return rows[0]?.id ?? ''
}

/** How the tables of a database differ from those that all migrations make of an empty one. */
async function differencesToFresh(url: string) {
  const fresh = await cloneDatabase()
  try {
    return compareCatalogs(await catalogOf(fresh.url), await catalogOf(url))
  } finally {
    await fresh.drop()
  }
}

test('calls, events and transfers of processes of before go on while their tables become the first partitions, and what was taken stays taken', async () => {
  const database = await formerDatabase()
  const pg = new Pool({ connectionString: database.url, max: WRITERS + 1 })
  // The database is dropped while its idle connections close.
  pg.on('error', () => {})
  try {
    const accounts = await Promise.all(Array.from({ length: WRITERS }, () => granted(pg)))
    for (let nth = 0; nth < CALLS_BEFORE; nth += 5_000)
      await pg.query(
        `insert into call (id, slug, pool, payer, account_id, price, state, timeout_ms, deadline, reply_to, input, input_digest, idem)
        select (left($1::text, 24) || lpad(to_hex($2::int + n), 12, '0'))::uuid, 'hash-text', 'outcome', 'prepaid', $3, 0, 'held', 8000, now() + interval '1 hour', 'x', '{}', '\\x00', 'old-' || ($2::int + n)
        from generate_series(1, 5000) n`,
        [uuidv7(), nth, accounts[0]],
      )

    // Parts of workflows had ids that say no time.
    const workflow = uuidv7()
    const parts = ['00', '7f', 'ff'].map((start) => `${start}${randomUUID().slice(2)}`)
    for (const id of parts)
      await pg.query(
        `insert into call (id, part_of, slug, pool, payer, price, state, timeout_ms, deadline, reply_to, input, input_digest)
        values ($1, $2, 'screenshot', 'screenshot', 'part', 0, 'held', 8000, now() + interval '1 hour', 'x', '{}', '\\x00')`,
        [id, workflow],
      )

    let isOver = false
    const accepted: { id: string; idem: string; state: string }[] = []
    const transfers: string[] = []
    const write = async (account: string, writer: number) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      const sent = async (name: string, text: string, values: unknown[]) => {
        const { rows } = await client.query<{ id: string }>({ name, text, values })
        expect(rows, name).toHaveLength(1)
        return rows[0]?.id ?? ''
      }
      for (let nth = 0; !isOver; nth += 1) {
        const [id, idem, state] = [uuidv7(), `${writer}-${nth}`, nth % 3 === 0 ? 'released' : 'captured']
        await sent('accept', ACCEPT, [id, account, idem])
        await sent('finish', FINISH, [id, state])
        await sent('publish', PUBLISH, [await sent('event', EVENT, [id])])
        transfers.push(await sent('credit', CREDIT, [account, id]))
        accepted.push({ id, idem, state })
        // A key that is taken takes no second call, before and after.
        if (state === 'captured') {
          const again = await client.query({ name: 'accept', text: ACCEPT, values: [uuidv7(), account, idem] })
          expect(again.rowCount).toBe(0)
        }
        // Neither does a second credit of a call move anything.
        const twice = client.query({ name: 'credit', text: CREDIT, values: [account, id] })
        await expect(twice).rejects.toMatchObject({ code: '23505', constraint: expect.stringMatching(/one_credit$/) })
      }
      await client.end()
    }
    const writing = Promise.all(accounts.map(write))
    const enough = async (calls: number) => {
      const wanted = accepted.length + calls
      while (accepted.length < wanted) await Promise.race([new Promise(setImmediate), writing])
    }
    await enough(100)
    // In two steps, as docs/operating.md has it for ingresses that have to be replaced in between.
    const first = await migrate(database.url, migrations, 1, '0050-event-months')
    await enough(100)
    const ran = [...first, ...(await migrate(database.url))]
    await enough(100)
    isOver = true
    await writing

    expect(ran).toEqual(
      migrations.map(({ name }) => name).slice(migrations.findIndex(({ name }) => name === BEFORE) + 1),
    )
    const { rows: keys } = await pg.query<{ idem: string; call_id: string }>(
      `select idem, call_id from call_key where idem not like 'old-%'`,
    )
    const taken = new Map(
      accepted.flatMap(({ id, idem, state }) => (state === 'captured' ? [[idem, id] as const] : [])),
    )
    expect(new Map(keys.map(({ idem, call_id }) => [idem, call_id]))).toEqual(taken)
    const { rows: old } = await pg.query(`select from call_key where idem like 'old-%'`)
    expect(old).toHaveLength(CALLS_BEFORE)
    const { rows: places } = await pg.query(
      `select distinct tableoid::regclass::text as part from call union select distinct tableoid::regclass::text from event order by 1`,
    )
    expect(places).toEqual([{ part: 'months.call_first' }, { part: 'months.event_first' }])
    const { rows: books } = await pg.query(
      `select tableoid::regclass::text as part, count(distinct id)::int = count(*)::int as is_unique from transfer group by 1
      union select tableoid::regclass::text, true from entry order by 1`,
    )
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    expect(books).toEqual(
      ['entry_first', `entry_journal_${month}`, 'transfer_first', `transfer_journal_${month}`].map((part) => ({
        part: `months.${part}`,
        is_unique: true,
      })),
    )
    const { rows: known } = await pg.query(
      `select count(distinct id)::int as singles from transfer where id = any($1)`,
      [transfers],
    )
    expect(known).toEqual([{ singles: transfers.length }])
    expect((await audit(pg)).filter(({ ok }) => !ok)).toEqual([])

    const { rows: moved } = await pg.query<{ id: string }>(`select id from call where part_of = $1 order by id`, [
      workflow,
    ])
    expect(moved.map(({ id }) => id)).toEqual(parts.map((id) => workflow.slice(0, 13) + id.slice(13)).toSorted())

    expect(await differencesToFresh(database.url)).toEqual([])
  } finally {
    await pg.end()
    await database.drop()
  }
})

test('a migration that ended after any of its statements is finished by the next run, and loses no note', async () => {
  const database = await formerDatabase('0052-call-months')
  const pg = new Pool({ connectionString: database.url, max: 2 })
  pg.on('error', () => {})
  try {
    const account = await granted(pg)
    const credit = () => pg.query(CREDIT, [account, uuidv7()])
    await credit()
    // Safe: a migration of ours only adds statements, which needs neither.
    const reading = new LedgerMonthsRead(undefined as never, undefined as never)
    reading.up()
    for (const statement of reading.getQueries().map(String)) {
      for (const _ of ['first', 'again']) await pg.query(statement)
      await credit()
    }
    expect(await migrate(database.url)).toEqual(
      migrations.map(({ name }) => name).filter((name) => name > '0052-call-months'),
    )
    await credit()
    expect((await audit(pg)).filter(({ ok }) => !ok)).toEqual([])
    expect(await differencesToFresh(database.url)).toEqual([])
  } finally {
    await pg.end()
    await database.drop()
  }
})
