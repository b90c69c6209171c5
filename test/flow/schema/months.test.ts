import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { purgeResults } from '#shared/calls/purge.ts'
import { readCall, readFinal } from '#shared/calls/read.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { renewLeases, startCalls } from '#shared/calls/start.ts'
import { addMonths, dropEventMonths, readMonths } from '#shared/db/months.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import { removeRows } from '#shared/db/remove-rows.ts'
import { publishEvents } from '#shared/events/publish-events.ts'
import { purgeEvents } from '#shared/events/purge-events.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')
const RESULT = '{}'

let database: TestDatabase
let db: Db
let key: string
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
})
beforeEach(async () => {
  key = (await grantKey(db.pg, mint, 1_000)).key
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await db.pg.query<Record<string, unknown>>(text, values)).rows
const available = async () => {
  const [row] = await rowsOf(
    `select a.posted - a.held as cents from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [mint.parse(key)?.id],
  )
  return Number(row?.['cents']) / 10_000
}
const broken = async () => (await audit(db.pg)).filter(({ ok }) => !ok).map(({ id, sample }) => ({ id, sample }))
const partitionsOf = async (table: string) =>
  (
    await rowsOf(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(({ name }) => String(name))
const monthsFromNow = async (months: number) => {
  const [row] = await rowsOf(
    `select ((date_trunc('month', now() at time zone 'utc') + make_interval(months => $1)) at time zone 'utc')::text as at`,
    [months],
  )
  return String(row?.['at'])
}
const accept = async (idem: string | null = null) => {
  const call = keyedCall(mint, key, 2, idem)
  const [answer] = await acceptKeyed(db.pg, [call], 'test')
  return { callId: call.callId, answer }
}
const finish = (callId: string) => finishCalls(db.pg, [{ callId, attempt: 1, runMs: 1, result: RESULT }])
const start = (callId: string) =>
  db.pg.query(
    `update call set state = 'running', attempt = 1, lease_until = now() + interval '1 minute' where id = $1`,
    [callId],
  )

const literalOf = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map((one) => (one === null ? 'null' : JSON.stringify(String(one)))).join(',')}}`
    : String(value)

test('partitions reach two whole months ahead, and making them again, at once and often, makes no more', async () => {
  const until = await monthsFromNow(3)
  const before = await partitionsOf('call')
  await Promise.all(Array.from({ length: 4 }, () => addMonths(db.pg)))
  expect(await partitionsOf('call')).toEqual(before)
  expect([...(await readMonths(db.pg))]).toEqual([
    ['event', new Date(until)],
    ['call', new Date(until)],
    ['transfer', new Date(until)],
    ['entry', new Date(until)],
  ])
})

test('a month that is missing is made anew by several processes at once, with the indexes, triggers and settings of the others', async () => {
  const last = (await partitionsOf('call')).findLast((part) => part !== 'call_first') ?? ''
  const shapeOf = async () =>
    rowsOf(
      `select (select array_agg(tgname order by tgname) from pg_trigger where tgrelid = c.oid) as triggers, c.reloptions as settings,
        (select count(*)::int from pg_index where indrelid = c.oid) as indexes from pg_class c where c.oid = $1::regclass`,
      [`months.${last}`],
    )
  const shape = await shapeOf()
  await db.pg.query(`drop table months.${last}`)
  await Promise.all(Array.from({ length: 4 }, () => addMonths(db.pg)))
  expect(await partitionsOf('call')).toContain(last)
  expect(await shapeOf()).toEqual(shape)
  const [{ settings } = {}] = shape
  expect(settings).toEqual(['fillfactor=80'])
})

test('money moves in a later month as in the first, for one call and for several that end together', async () => {
  const later = await monthsFromNow(2)
  const idOf = async () => {
    const [row] = await rowsOf(
      `select (left(months.first_uuid($1::timestamptz)::text, 13) || right($2::text, 23))::uuid as id`,
      [later, uuidv7()],
    )
    return String(row?.['id'])
  }
  const before = await available()
  const calls = [keyedCall(mint, key, 2), keyedCall(mint, key, 3), keyedCall(mint, key, 4)]
  for (const call of calls) call.callId = await idOf()
  await acceptKeyed(db.pg, calls, 'test')
  expect(await available()).toBe(before - 9)
  const [first = '', ...others] = calls.map(({ callId }) => callId)
  for (const callId of [first, ...others]) await start(callId)
  await finish(first)
  await finishCalls(
    db.pg,
    others.map((callId) => ({ callId, attempt: 1, runMs: 1, result: RESULT })),
  )
  expect(await available()).toBe(before - 9)
  const rows = await rowsOf(`select tableoid::regclass::text as part, state from call where id = any($1)`, [
    calls.map(({ callId }) => callId),
  ])
  const part = `months.call_${later.slice(0, 7).replace('-', '_')}`
  expect(rows).toEqual(calls.map(() => ({ part, state: 'captured' })))
  expect(await broken()).toEqual([])
})

test('a call whose month has no partition is refused as an outage before money moves, and taken once there is one', async () => {
  const part = 'call_first'
  const [bound] = await rowsOf(`select pg_get_expr(relpartbound, oid) as at from pg_class where oid = $1::regclass`, [
    `months.${part}`,
  ])
  const before = await available()
  await db.pg.query(`alter table call detach partition months.${part}`)
  const error: unknown = await accept('missing').catch((reason: unknown) => reason)
  await db.pg.query(`alter table call attach partition months.${part} ${String(bound?.['at'])}`)
  expect(isOutage(error)).toBe(true)
  expect(await available()).toBe(before)
  expect(await rowsOf(`select from call_key where idem = 'missing'`)).toEqual([])
  expect((await accept('missing')).answer).toMatchObject({ kind: 'accepted' })
  expect(await broken()).toEqual([])
})

test('an Idempotency-Key has one call at a time over all months: free again after a release, and after 24 hours', async () => {
  const first = await accept('one')
  expect(first.answer).toMatchObject({ kind: 'accepted' })
  expect((await accept('one')).answer).toMatchObject({ kind: 'replay', callId: first.callId, sameBody: true })
  await releaseUnstarted(db.pg, first.callId)
  const race = await Promise.all(Array.from({ length: 4 }, () => accept('one')))
  expect(race.filter(({ answer }) => answer?.kind === 'accepted')).toHaveLength(1)
  const { callId = '' } = race.find(({ answer }) => answer?.kind === 'accepted') ?? {}
  await start(callId)
  await finish(callId)
  expect((await accept('one')).answer).toMatchObject({ kind: 'replay', callId })
  await db.pg.query(`update call set finished_at = now() - interval '25 hours' where id = $1`, [callId])
  await purgeResults(db.pg, 100)
  expect((await accept('one')).answer).toMatchObject({ kind: 'accepted' })
  expect(await broken()).toEqual([])
})

test('the second try of an accepted call takes no key when that call was released meanwhile', async () => {
  const call = keyedCall(mint, key, 2, 'twice')
  await acceptKeyed(db.pg, [call], 'test')
  await releaseUnstarted(db.pg, call.callId)
  expect((await acceptKeyed(db.pg, [call], 'test'))[0]).toMatchObject({ kind: 'replay' })
  expect(await rowsOf(`select from call_key where idem = 'twice'`)).toEqual([])
  expect((await accept('twice')).answer).toMatchObject({ kind: 'accepted' })
})

test('nobody writes past the triggers that move money, into a partition', async () => {
  const { callId } = await accept()
  for (const statement of [
    `update months.call_first set state = 'released', finished_at = now(), input = null where id = '${callId}'`,
    `delete from months.call_first`,
    `truncate months.call_first`,
    `insert into months.call_first select * from call where false`,
    `update months.transfer_first set amount = 1`,
    `delete from months.entry_first`,
    `insert into months.entry_first select * from entry where false`,
  ])
    await expect(db.pg.query(statement), statement).rejects.toMatchObject({ constraint: 'month_refused' })
  await expect(db.pg.query('truncate call')).rejects.toMatchObject({ code: '23514' })
  await expect(removeRows(db.pg, 'call', 'true')).rejects.toThrow('call is not a plain table')
})

test('calls are looked up, started and finished by their ids in one partition', async () => {
  const calls = [keyedCall(mint, key, 2), keyedCall(mint, key, 2)]
  await acceptKeyed(db.pg, calls, 'test')
  const ids = calls.map(({ callId }) => callId)
  const sent: { text: string; values: unknown[] }[] = []
  const spy = new Proxy(db.pg, {
    get: (pg, property) =>
      property === 'query'
        ? (statement: { text: string; values: unknown[] }) => {
            sent.push(statement)
            return pg.query(statement)
          }
        : Reflect.get(pg, property),
  })
  await startCalls(spy, ids)
  await renewLeases(
    spy,
    ids.map((callId) => ({ callId, attempt: 1 })),
  )
  const [first = '', ...others] = [...ids, ...(await Promise.all([accept(), accept()])).map(({ callId }) => callId)]
  for (const callId of others.slice(1)) await start(callId)
  await finishCalls(spy, [{ callId: first, attempt: 1, runMs: 1, result: RESULT }])
  await finishCalls(
    spy,
    others.map((callId) => ({ callId, attempt: 1, runMs: 1, result: RESULT })),
  )
  await readFinal(spy, ids)
  await readCall(spy, first)
  expect(sent).toHaveLength(6)

  const client = await db.pg.connect()
  await client.query('begin')
  await client.query('set local plan_cache_mode = force_generic_plan')
  for (const { text, values } of sent) {
    await client.query(`prepare looked as ${text}`)
    const given = values.map((value) => (value === null ? 'null' : client.escapeLiteral(literalOf(value)))).join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) execute looked(${given})`,
    )
    await client.query('deallocate looked')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const touched = new Set(plan.match(/(?<= on )call_\w+/g))
    expect(
      [...touched].filter((name) => name !== 'call_key').map((name) => name.replace(/_\d+$/, '')),
      plan,
    ).toEqual(['call_first'])
  }
  await client.query('rollback')
  client.release()
  expect(await broken()).toEqual([])
})

test('an event is told although its month has no partition, and moves there when it is made', async () => {
  const later = await monthsFromNow(2)
  const part = `event_${later.slice(0, 7).replace('-', '_')}`
  await db.pg.query(`drop table months.${part}`)
  const insert = `insert into event (stream, type, data, created_at) values ('key:0', 'call.failed', '{}', $1::timestamptz + interval '1 day')`
  await db.pg.query(insert, [later])
  const placeOf = async () =>
    (await rowsOf(`select tableoid::regclass::text as part from event where stream = 'key:0'`)).map(
      (row) => row['part'],
    )
  expect(await placeOf()).toEqual(['months.event_default'])
  await addMonths(db.pg)
  expect(await placeOf()).toEqual([`months.${part}`])
  expect(await publishEvents(db.pg, 10)).toBe(1)
})

test('a month of events is dropped whole thirty days after its end, but not while one of them waits to be published', async () => {
  await db.pg.query(`insert into event (stream, type, data, created_at) values
    ('key:1', 'call.failed', '{}', '2020-01-05'), ('key:1', 'call.failed', '{}', now() - interval '29 days')`)
  await db.pg.query(`alter table event detach partition months.event_first`)
  const [{ bound } = {}] = await rowsOf(`select min(months.until(inhrelid) - interval '1 month')::text as bound
    from pg_inherits where inhparent = 'event'::regclass`)
  await db.pg.query(
    `create table months.event_2020_01 partition of event for values from ('2020-01-01 00:00Z') to ('2020-02-01 00:00Z')`,
  )
  await db.pg.query(
    `with old as (delete from months.event_first where created_at < '2020-02-01' returning *) insert into months.event_2020_01 select * from old`,
  )
  await db.pg.query(
    `alter table event attach partition months.event_first for values from ('2020-02-01 00:00Z') to ('${String(bound)}')`,
  )
  expect(await dropEventMonths(db.pg, 30)).toEqual({ mixed: ['months.event_default', 'months.event_first'] })
  expect(await partitionsOf('event')).toContain('event_2020_01')
  expect(await publishEvents(db.pg, 10)).toBe(2)
  await purgeEvents(db.pg)
  expect(await partitionsOf('event')).not.toContain('event_2020_01')
  expect(await rowsOf(`select stream from event where stream = 'key:1'`)).toEqual([{ stream: 'key:1' }])
})

const thisMonth = async () => (await monthsFromNow(0)).slice(0, 7).replace('-', '_')
const placesOf = (ids: unknown[]) =>
  rowsOf(
    `select distinct 'transfer' as of, tableoid::regclass::text as part from transfer where id = any($1::bigint[])
    union select 'entry', tableoid::regclass::text from entry where transfer_id = any($1::bigint[]) order by 1 desc`,
    [ids],
  )
const captured = async () => {
  const { callId } = await accept()
  await start(callId)
  await finish(callId)
  return (await rowsOf(`select journal_id as id from call where id = $1`, [callId])).map(({ id }) => id)
}
const granted = async () => {
  await grantKey(db.pg, mint, 1)
  return (await rowsOf(`select id from transfer where kind = 'single' order by created_at desc limit 1`)).map(
    ({ id }) => id,
  )
}

test('a transfer has the month in its id, and journals are apart from all others', async () => {
  const month = await thisMonth()
  expect(await placesOf(await captured())).toEqual([
    { of: 'transfer', part: `months.transfer_journal_${month}` },
    { of: 'entry', part: `months.entry_journal_${month}` },
  ])
  const single = await granted()
  expect(await placesOf(single)).toEqual([
    { of: 'transfer', part: 'months.transfer_first' },
    { of: 'entry', part: 'months.entry_first' },
  ])
  const [row] = await rowsOf(`select months.month_of($1)::text as month, $1::bigint < 2 ^ 53 as is_exact`, [single[0]])
  expect(row).toEqual({ month: await monthsFromNow(0), is_exact: true })
})

test('ids go on in the month before while nobody advances them, then jump once, whoever looks at once, and never go back', async () => {
  const last = `now() - interval '1 month'`
  await db.pg.query(
    `select months.attach(t, t || '_journal_late', 'none', months.first_journal_id(${last})::text, months.first_journal_id(now())::text)
    from unnest(array['transfer', 'entry']) t`,
  )
  await db.pg.query(
    `select setval('transfer_id_seq', months.first_journal_id(${last}) + 7), setval('transfer_single_id_seq', months.first_id(${last}) + 7)`,
  )
  expect(await placesOf(await captured())).toContainEqual({ of: 'transfer', part: 'months.transfer_journal_late' })
  const [single] = await granted()
  expect(
    await rowsOf(
      `select months.month_of($1) < date_trunc('month', now() at time zone 'utc') at time zone 'utc' as is_late`,
      [single],
    ),
  ).toEqual([{ is_late: true }])
  await Promise.all(Array.from({ length: 4 }, () => addMonths(db.pg)))
  const numbers = () =>
    rowsOf(`select j.last_value as journals, s.last_value as singles from transfer_id_seq j, transfer_single_id_seq s`)
  const begun = await numbers()
  expect(begun).toEqual(
    await rowsOf(`select months.first_journal_id(now())::text as journals, months.first_id(now())::text as singles`),
  )
  await db.pg.query(
    `select setval('transfer_id_seq', months.first_journal_id(now()) + 5000000), setval('transfer_single_id_seq', months.first_id(now()) + 5000000)`,
  )
  const month = await thisMonth()
  expect(await placesOf(await captured())).toContainEqual({ of: 'transfer', part: `months.transfer_journal_${month}` })
  const before = await numbers()
  await addMonths(db.pg)
  expect(await numbers()).toEqual(before)
  expect(await broken()).toEqual([])
})

test('ids never go on in a month that has no partition for them', async () => {
  const [row] = await rowsOf(
    `select months.has('transfer', months.first_id(now())) as single, months.has('entry', months.first_journal_id(now())) as journal,
      months.has('entry', months.first_id(now() + interval '3 months')) as later`,
  )
  expect(row).toEqual({ single: true, journal: true, later: false })
  const month = await thisMonth()
  const client = await db.pg.connect()
  try {
    await client.query('begin')
    await client.query(`alter table entry detach partition months.entry_journal_${month}`)
    await client.query(
      `create sequence late; alter sequence transfer_id_seq rename to kept; alter sequence late rename to transfer_id_seq`,
    )
    await client.query(`select months.advance_ids()`)
    const { rows } = await client.query(`select last_value from transfer_id_seq`)
    expect(rows).toEqual([{ last_value: '1' }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('what happens once is refused again in every month', async () => {
  const bid = uuidv7()
  const hold = (month: number) =>
    db.pg.query(
      `insert into transfer (id, kind, call_id, account_id, amount)
      select months.first_id(now() + make_interval(months => $2)) + 5, 'hold', $1, 4, 5`,
      [bid, month],
    )
  await hold(1)
  await expect(hold(2)).rejects.toMatchObject({ code: '23505', constraint: 'transfer_one_hold' })
  const release = (month: number) =>
    db.pg.query(
      `insert into transfer (id, kind, call_id, hold_id, account_id, amount)
      select months.first_id(now() + make_interval(months => $2)) + 6, 'release', call_id, id, account_id, amount from transfer where call_id = $1 and kind = 'hold'`,
      [bid, month],
    )
  await release(2)
  await expect(release(1)).rejects.toMatchObject({ code: '23505', constraint: 'transfer_one_resolution' })
  expect(await broken()).toEqual([])
})

test('a call that ends looks into one partition of transfers', async () => {
  const { callId } = await accept()
  await start(callId)
  const month = await thisMonth()
  const client = await db.pg.connect()
  const inside = new Proxy(db.pg, {
    get: (pg, property) =>
      property === 'query'
        ? (statement: { text: string; values: unknown[] }) => client.query(statement)
        : Reflect.get(pg, property),
  })
  try {
    await client.query('begin')
    await finishCalls(inside, [{ callId, attempt: 1, runMs: 1, result: RESULT }])
    const { rows } = await client.query<{ name: string }>(
      `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relkind = 'i' and c.relname ~ '^(transfer|entry)_.*pkey$' order by 1`,
    )
    // Indexes that are only written to are let go at once.
    expect(rows.map(({ name }) => name)).toEqual([`transfer_journal_${month}_pkey`])
  } finally {
    await client.query('commit')
    client.release()
  }
})
