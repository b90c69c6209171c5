import { setImmediate as turn } from 'node:timers/promises'

import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readAuthorizedCall } from '#ingress/surface/read-authorized-call.ts'
import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { acceptPass } from '#shared/calls/accept-pass.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { purgeResults } from '#shared/calls/purge.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { dropCallMonths, isDropped } from '#shared/db/drop-months.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { claimantHasher } from '#shared/money/trial/claimant.ts'
import { claimTrial } from '#shared/money/trial/claim-trial.ts'
import { creditPayer } from '#shared/money/x402/credit-payer.ts'

import { type PaymentLab, paymentLab } from '#test/support/labs/payment-lab.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'

const SECRET = 'test-secret-test-secret-test-secret-0123'
const mint = credentialMint(SECRET, 'test')
const MONTHS = ['2021-03', '2021-04', '2021-05'] as const
const NAMES = MONTHS.map((month) => `call_${month.replace('-', '_')}`)
const AFTER = '2021-06'
const KEPT_MONTHS = 6

let database: TestDatabase
let db: Db
let lab: PaymentLab
let key: string
let trial: string
let pass: string
/** A payment by x402 that was credited, one that was settled after its run, and calls of the first month. */
let scene: { credited: string; settled: string; captured: string; turned: string }

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await db.pg.query<Record<string, unknown>>(text, values)).rows
const broken = async () => (await audit(db.pg)).filter(({ ok }) => !ok).map(({ id, sample }) => ({ id, sample }))
const at = (month: string) => `'${month}-01 00:00Z'::timestamptz`

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
  lab = paymentLab(db)
  await makeMonths()
  key = (await grantKey(db.pg, mint, 1_000)).key
  pass = (await grantPass(db.pg, mint, 'week')).passToken
  const claimant = claimantHasher(SECRET)({ ip: '192.0.2.1', userAgent: 'a', acceptLanguage: undefined }, 'agent')
  trial = mint.issue('tk', (await inTransaction(db.pg, (tx) => claimTrial(tx, mint, claimant, 10))).keyId)
  scene = await traffic()
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Three months of long ago, as they stand when they were made in time. */
async function makeMonths(): Promise<void> {
  const [first] = await rowsOf(
    `select (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''([^'']+)''\\)'))[1] as high from pg_class where oid = 'months.call_first'::regclass`,
  )
  await db.pg.query('alter table call detach partition months.call_first')
  for (const [nth, month] of MONTHS.entries()) {
    const [from, to] = [at(month), at(MONTHS[nth + 1] ?? AFTER)]
    const part = month.replace('-', '_')
    await db.pg.query(
      `select months.attach('call', 'call_${part}', 'none', months.first_uuid(${from})::text, months.first_uuid(${to})::text),
        months.attach('transfer', 'transfer_journal_${part}', 'none', months.first_journal_id(${from})::text, months.first_journal_id(${to})::text),
        months.attach('entry', 'entry_journal_${part}', 'none', months.first_journal_id(${from})::text, months.first_journal_id(${to})::text)`,
    )
  }
  const [low] = await rowsOf(`select months.first_uuid(${at(AFTER)})::text as id`)
  await db.pg.query(
    `alter table call attach partition months.call_first for values from ('${String(low?.['id'])}') to ('${String(first?.['high'])}')`,
  )
}

const idIn = async (month: string) => {
  const [row] = await rowsOf(`select left(months.first_uuid(${at(month)})::text, 13) as start`)
  return `${String(row?.['start'])}${uuidv7().slice(13)}`
}
/** Lets journals go on in a month. */
const journalsIn = async (month: string) => {
  await db.pg.query(
    `select setval('transfer_id_seq', greatest(months.first_journal_id(${at(month)}), (select max(id) from transfer where id < months.first_journal_id(${at(month)} + interval '1 month'))))`,
  )
}
async function acceptIn(month: string, credential = key, cents = 2): Promise<string> {
  const call = { ...keyedCall(mint, credential, cents, uuidv7()), callId: await idIn(month) }
  expect((await acceptKeyed(db.pg, [call], 'nobody'))[0]?.kind).toBe('accepted')
  return call.callId
}
async function finish(...callIds: string[]): Promise<void> {
  const started = await startCalls(db.pg, callIds)
  await finishCalls(
    db.pg,
    started.map(({ callId, attempt }) => ({ callId, attempt, runMs: 1, result: '{}' })),
  )
}
async function underPass(month: string): Promise<void> {
  const free = { ...keyedCall(mint, key, 0), callId: await idIn(month), passId: mint.parse(pass)?.id ?? '' }
  const covered = { passHmac: mint.fingerprint(pass), inGuards: true, isPassable: true, dear: 0, featured: false }
  expect((await acceptPass(db.pg, [{ ...free, ...covered }], 'nobody'))[0]?.kind).toBe('accepted')
  await finish(free.callId)
}

/** Calls on every kind of credential in each month, one of them captured when the next month had begun. */
async function traffic(): Promise<typeof scene> {
  const made: (typeof scene)[] = []
  for (const [nth, month] of MONTHS.entries()) {
    await journalsIn(month)
    const [captured, besides, later] = [await acceptIn(month), await acceptIn(month), await acceptIn(month)]
    await finish(captured, besides)
    await releaseUnstarted(db.pg, await acceptIn(month))
    await finish(await acceptIn(month, trial, 1))
    await underPass(month)
    const settled = await lab.verified('after', await idIn(month))
    await lab.ran(settled)
    await lab.paid(settled)
    const earned = await lab.verified('before', await idIn(month))
    await lab.paid(earned)
    await finish(earned)
    const credited = await lab.verified('before', await idIn(month))
    await lab.paid(credited)
    const [started] = await startCalls(db.pg, [credited])
    const refusal = { code: 'upstream_unavailable', error: 'no' } as const
    await finishCalls(db.pg, [{ callId: credited, attempt: started?.attempt ?? 0, runMs: 1, refusal }])
    expect(await creditPayer(db.pg, mint, credited)).not.toBeNull()
    const turned = await lab.verified('after', await idIn(month))
    await lab.ran(turned)
    // The month turns: what was accepted in this one is captured in the next.
    const next = MONTHS[nth + 1]
    if (next === undefined) await db.pg.query('select months.advance_ids()')
    else await journalsIn(next)
    await finish(later, await acceptIn(next ?? month))
    await lab.paid(turned)
    made.push({ credited, settled, captured, turned })
  }
  await db.pg.query(
    `update call set finished_at = months.time_of(id) + interval '1 second' where id < months.first_uuid(${at(AFTER)})`,
  )
  return made[0] ?? scene
}

/** What every account has by its entries, and says of itself. */
const books = () =>
  rowsOf(
    `select a.id, a.posted, a.held, coalesce(sum(e.amount), 0)::text as entries from account a left join entry e on e.account_id = a.id group by a.id order by a.id`,
  )
const monthsThere = async () =>
  (
    await rowsOf(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relname ~ '_2021_' and c.relkind = 'r' order by 1`,
    )
  ).map(({ name }) => String(name))

test('the books are whole before', async () => {
  expect(await broken()).toEqual([])
})

test('a month waits while calls of it are not purged, or a payment of it is open', async () => {
  const name = NAMES[0]
  expect(await dropCallMonths(db.pg, 0)).toEqual({ dropped: [], waits: null })
  const notPurged = { name, why: 'calls of it are open or not purged' }
  expect(await dropCallMonths(db.pg, KEPT_MONTHS)).toEqual({ dropped: [], waits: notPurged })
  await purgeResults(db.pg, 1_000)
  const open = { name, why: 'a payment of it is open' }
  expect(await dropCallMonths(db.pg, KEPT_MONTHS)).toEqual({ dropped: [], waits: open })
  // It is sealed now: no call of another time comes in.
  await expect(acceptIn(MONTHS[0])).rejects.toMatchObject({ code: '23514' })
  await db.pg.query(`update payment_proof set final_at = now(), next_try_at = null where state = 'settled'`)
  expect(await broken()).toEqual([])
})

test.each(['kept_call', 'journal_rest', 'dropped_month', 'transfer', 'call'])(
  'killed where it writes %s it has changed nothing',
  async (table) => {
    const before = await books()
    const there = await monthsThere()
    const blocker = await db.pg.connect()
    try {
      await blocker.query('begin')
      await blocker.query(`lock table ${table} in ${table === 'call' ? 'row exclusive' : 'share'} mode`)
      const one = openDb(database.url, 1)
      let end: string | null = null
      const dropping = dropCallMonths(one.pg, KEPT_MONTHS).then(
        () => (end = 'dropped'),
        () => (end = 'killed'),
      )
      const killed = async () =>
        (
          await rowsOf(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%months.drop_calls%'`,
          )
        ).length > 0
      while (end === null && !(await killed())) await turn()
      expect(await dropping).toBe('killed')
      await one.close().catch(() => {})
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect(await books()).toEqual(before)
    expect(await monthsThere()).toEqual(there)
    expect(await broken()).toEqual([])
  },
)

describe('months that are dropped by two processes at once', () => {
  test('are dropped once, with the journals that nobody else is in, and every account has what it had', async () => {
    const before = await books()
    const two = await Promise.all([dropCallMonths(db.pg, KEPT_MONTHS), dropCallMonths(db.pg, KEPT_MONTHS)])
    const again = await dropCallMonths(db.pg, KEPT_MONTHS)
    const dropped = [...two, again].flatMap((one) => one.dropped)
    expect(dropped.toSorted()).toEqual(NAMES)
    expect(await dropCallMonths(db.pg, KEPT_MONTHS)).toEqual({ dropped: [], waits: null })
    // Journals go a month later than their calls: a call of the next month may be in one of them.
    expect(await monthsThere()).toEqual(['entry_journal_2021_05', 'transfer_journal_2021_05'])
    expect(await books()).toEqual(before)
    expect(await rowsOf(`select reason, amount::int from transfer where kind = 'carried' order by 1`)).toEqual([
      { reason: NAMES[1], amount: 70_000 },
      { reason: NAMES[2], amount: 120_000 },
    ])
    expect(await broken()).toEqual([])
  })

  test('leave the facts of calls that payments refer to, and a 410 for every id of their time', async () => {
    const kept = await rowsOf(
      `select id, state, carried_id is not null as is_carried from kept_call where id = any($1)`,
      [Object.values(scene)],
    )
    expect(kept).toEqual(
      expect.arrayContaining([
        { id: scene.credited, state: 'released', is_carried: false },
        { id: scene.settled, state: 'captured', is_carried: true },
        { id: scene.turned, state: 'captured', is_carried: true },
      ]),
    )
    expect(kept).toHaveLength(3)
    expect(await isDropped(db.pg, scene.captured)).toBe(true)
    expect(await isDropped(db.pg, uuidv7())).toBe(false)
    const read = (id: string) =>
      readAuthorizedCall(
        { db, mint, forSale: new Map() },
        { params: { call_id: `call_${id.replaceAll('-', '')}` }, header: () => undefined },
      )
    await expect(read(scene.captured)).rejects.toMatchObject({ code: 'gone' })
    await expect(read(uuidv7())).rejects.toMatchObject({ code: 'not_found' })
  })

  test('go on being paid for by nobody: the key pays for new calls as before', async () => {
    const call = keyedCall(mint, key, 2)
    expect((await acceptKeyed(db.pg, [call], 'nobody'))[0]?.kind).toBe('accepted')
    await finish(call.callId)
    expect(await broken()).toEqual([])
  })

  const brokenBy = async (...statements: string[]) => {
    const tx: PoolClient = await db.pg.connect()
    try {
      await tx.query('begin')
      await tx.query('set local session_replication_role = replica')
      for (const statement of statements) await tx.query(statement)
      return (await auditOn(tx)).filter(({ ok }) => !ok).map(({ id }) => id)
    } finally {
      await tx.query('rollback')
      tx.release()
    }
  }
  const carried = (kinds: string) =>
    `e.transfer_id = (select min(id) from transfer where kind = 'carried') and e.account_id = (select min(e2.account_id) from entry e2 join account a on a.id = e2.account_id
      where e2.transfer_id = e.transfer_id and a.kind in (${kinds}))`
  const change = (kinds: string, by: number) => `update entry e set amount = amount + ${by} where ${carried(kinds)}`

  test.each([
    ['a wallet', ['I3', 'I73'], [change(`'wallet'`, -1), change(`'revenue'`, 1)]],
    ['a payment on chain', ['I21', 'I73'], [change(`'clearing'`, -1), change(`'unearned'`, 1)]],
    ['no account', ['I1', 'I2', 'I73'], [change(`'revenue'`, 1)]],
    [
      'a call that was kept',
      ['I14', 'I21', 'I73'],
      [`update kept_call set price = price - 1 where carried_id is not null and account_id in (5, 6)`],
    ],
    ['the rest of a journal', ['I70'], [`update journal_rest set amount = amount + 1`]],
    ['the month itself', ['I73'], [`delete from dropped_month where carried_id is not null`]],
  ])('are found out when what was carried is falsified for %s', async (_, ids, statements) => {
    expect(await brokenBy(...statements)).toEqual(ids)
  })

  test('cannot be written by hand', async () => {
    const refused = (sql: string) => expect(db.pg.query(sql), sql).rejects.toMatchObject({ code: '23514' })
    await refused(`insert into transfer (kind, account_id, amount) values ('carried', 1, 5)`)
    await refused(`insert into dropped_month (name, until, calls, amount) values ('x', now(), 0, 0)`)
    await refused(`delete from kept_call`)
    await refused(`update journal_rest set amount = amount + 1`)
    await refused(`truncate journal_rest`)
    // Whoever says that it drops a month has to drop it, and to carry what it moved.
    const lying = inTransaction(db.pg, async (tx) => {
      await tx.query(`select set_config('farebox.dropping', 'call_first', true)`)
      await tx.query(`insert into dropped_month (name, until, calls, amount) values ('call_first', now(), 0, 0)`)
    })
    await expect(lying).rejects.toMatchObject({ constraint: 'I73' })
  })
})
