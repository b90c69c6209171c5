import { randomUUID } from 'node:crypto'

import { LockMode } from '@mikro-orm/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { fragment, now } from '#shared/db/fragment.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { isOutage, losesAnswer } from '#shared/db/outage.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Account } from '#shared/money/account.entity.ts'
import { Media } from '#shared/media/media.entity.ts'
import { AttestationLog } from '#shared/store/attestations/attestation-log.entity.ts'
import { ApiKey } from '#shared/market/users/api-key.entity.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

let database: TestDatabase
/** With one connection, so that its last statement is the one just sent. */
let db: Db
let watcher: Db
let userId: string
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(`${database.url}?application_name=seen`, 1)
  watcher = openDb(database.url, 2)
  userId = randomUUID()
  const em = await db.em()
  const names = { username: 'someone', skeleton: 'someone', email: 'someone@example.com' }
  await em.insert(MarketUser, { id: userId, accountId: userId, ...names, passwordHash: null })
})
afterAll(async () => {
  await Promise.all([db.close(), watcher.close()])
  await database.drop()
})

/** The text that PostgreSQL shows, and would log, for the last statement of `db`. */
async function lastText(): Promise<string> {
  const { rows } = await watcher.pg.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'seen' and datname = current_database()`,
  )
  return rows[0]?.query ?? ''
}

const HARD = `it's a "hidden" \\ {name}, ?`
const keyOf = (id: string) => ({
  id,
  userId,
  name: HARD,
  hmac: Buffer.from('hidden'),
  last4: 'last',
  scopes: ['read' as const, 'buy' as const],
})
const mediaOf = (id: string) => ({
  id,
  owner: 'hidden',
  kind: 'image' as const,
  sourceType: 'hidden/type',
  sourceKey: 'hidden',
})

describe('values never stand in the text of a statement', () => {
  test.each([
    ['an insert', async () => (await db.em()).insert(ApiKey, keyOf('hidden-1'))],
    ['inserts of several rows', async () => (await db.em()).insertMany(ApiKey, [keyOf('hidden-2'), keyOf('hidden-3')])],
    [
      'an upsert',
      async () =>
        (await db.em()).upsert(ApiKey, keyOf('hidden-1'), {
          onConflictFields: ['id'],
          onConflictMergeFields: ['name'],
        }),
    ],
    [
      'a read',
      async () =>
        (await db.em()).findOne(ApiKey, { name: HARD, hmac: Buffer.from('hidden'), id: { $in: ['hidden', 'b'] } }),
    ],
    ['a condition on an array', async () => (await db.em()).find(ApiKey, { scopes: { $contains: ['read', 'buy'] } })],
    [
      'an update',
      async () =>
        (await db.em()).nativeUpdate(
          ApiKey,
          { name: HARD },
          { lastUsedAt: new Date('2031-01-01'), last4: fragment`left(${'hidden'}, 4)` },
        ),
    ],
    [
      'a QueryBuilder',
      async () =>
        (await db.em())
          .qb(ApiKey, 'k')
          .where({ name: HARD })
          .andWhere({ [fragment`k.last4 <> ${'hidden'}`]: [] }),
    ],
    [
      'json',
      async () => (await db.em()).insert(Media, { ...mediaOf(randomUUID()), refusal: { hidden: [HARD] } as never }),
    ],
    [
      'numbers',
      async () => (await db.em()).nativeUpdate(Media, { sourceBytes: 77_777_777 }, { sourceBytes: 77_777_777 }),
    ],
    [
      'bigints and dates',
      async () => (await db.em()).find(Account, { posted: { $gt: 77_777_777n }, day: '2031-01-01' }),
    ],
    [
      'native SQL',
      async () =>
        (await db.em()).execute(
          fragment`select ${HARD}::text, ${[HARD]}::text[], ${{ HARD }}::jsonb, ${77_777_777n}::bigint, ${null}::text`,
        ),
    ],
    ['a delete', async () => (await db.em()).nativeDelete(ApiKey, { id: { $in: ['hidden-2', 'hidden-3'] } })],
  ])('%s', async (_, statement) => {
    await statement()
    const text = await lastText()
    expect(text).toMatch(/\$1/)
    expect(text).not.toMatch(/hidden|77777777|2031/)
  })

  test('a flush', async () => {
    await inUnitOfWork(db, async (em) => {
      em.create(ApiKey, keyOf('hidden-4'))
      await em.flush()
      expect(await lastText()).toMatch(/^insert into "api_key"/)
      expect(await lastText()).not.toMatch(/hidden/)
    })
  })

  test('a QueryBuilder that would have to write a value refuses', async () => {
    const em = await db.em()
    const selected = em.qb(ApiKey, 'k').select([fragment`left(k.name, ${3})`.as('start')])
    expect(() => selected.getQuery()).toThrow('cannot bind values')
  })
})

describe('values come back as they were written', () => {
  test('texts, bytes, arrays of texts, times and nulls', async () => {
    const em = await db.em()
    const written = { ...keyOf('k-1'), expiresAt: new Date('2030-01-02T03:04:05.678Z') }
    await em.insert(ApiKey, written)
    expect(await (await db.em()).findOneOrFail(ApiKey, 'k-1')).toMatchObject({ ...written, revokedAt: null })
  })

  test('json with arrays and texts', async () => {
    const [id, refusal] = [randomUUID(), { code: HARD, list: [1, 'a', null], empty: [] }]
    await (await db.em()).insert(Media, { ...mediaOf(id), refusal: refusal as never, sourceBytes: 2 ** 40 })
    const read = await (await db.em()).findOneOrFail(Media, id)
    expect(read).toMatchObject({ refusal, sourceBytes: 2 ** 40, files: null })
  })

  test('bigints beyond what a number holds, and dates as texts', async () => {
    const posted = 2n ** 62n + 1n
    const rows = await (
      await db.em()
    ).execute<{ posted: string; day: string }[]>(
      fragment`select ${posted}::bigint as posted, ${'2030-01-02'}::date as day`,
    )
    expect(rows).toEqual([{ posted: String(posted), day: '2030-01-02' }])
    expect(await (await db.em()).findOneOrFail(Account, { code: 'revenue:outcomes' })).toMatchObject({
      id: 1n,
      posted: 0n,
    })
  })

  test('arrays of bytes', async () => {
    await watcher.pg.query('alter table attestation_log disable trigger user')
    const peaks = [Buffer.from([0, 255, 92]), Buffer.from('"{},')]
    await inUnitOfWork(db, async (em) => {
      const log = await em.findOneOrFail(AttestationLog, { id: true })
      // Safe: the entity's array is of bytes.
      log.peaks = peaks as never
    })
    expect((await (await db.em()).findOneOrFail(AttestationLog, { id: true })).peaks).toEqual(peaks)
  })
})

describe('a unit of work', () => {
  beforeEach(async () => {
    await (await db.em()).nativeDelete(ApiKey, {})
    await (await db.em()).insert(ApiKey, keyOf('k'))
  })
  const nameOf = async (id: string) => (await (await db.em()).findOne(ApiKey, id))?.name

  test('writes what changed when it resolves, and answers what its work answered', async () => {
    const answer = await inUnitOfWork(db, async (em) => {
      ;(await em.findOneOrFail(ApiKey, 'k', { lockMode: LockMode.PESSIMISTIC_WRITE })).name = 'new'
      return 7
    })
    expect(answer).toBe(7)
    expect(await nameOf('k')).toBe('new')
  })

  test('writes nothing when it throws, and its connection serves on', async () => {
    const work = inUnitOfWork(db, async (em) => {
      await em.nativeUpdate(ApiKey, { id: 'k' }, { name: 'new' })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await nameOf('k')).toBe(HARD)
  })

  test('shares its transaction with statements in SQL', async () => {
    await inUnitOfWork(db, async (em) => {
      await em.nativeUpdate(ApiKey, { id: 'k' }, { name: 'new' })
      const { rows } = await connectionOf(em).query(`select name from api_key where id = 'k'`)
      expect(rows).toEqual([{ name: 'new' }])
      expect((await watcher.pg.query(`select name from api_key where id = 'k'`)).rows).toEqual([{ name: HARD }])
    })
    expect(await nameOf('k')).toBe('new')
  })

  test('fails with the error of PostgreSQL, whose message holds no values', async () => {
    const failure: unknown = await inUnitOfWork(db, (em) => em.insert(ApiKey, keyOf('k'))).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: '23505', constraint: 'api_key_pkey' })
    expect(String(failure)).not.toMatch(/hidden/)
    expect(isOutage(failure)).toBe(false)
  })

  test('fails as an outage when its connection is lost, and the next one has another', async () => {
    const failure: unknown = await inUnitOfWork(db, async (em) => {
      const { rows } = await connectionOf(em).query<{ pid: number }>('select pg_backend_pid() as pid')
      await watcher.pg.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await em.find(ApiKey, {})
    }).catch((error: unknown) => error)
    expect(isOutage(failure)).toBe(true)
    expect(losesAnswer(failure)).toBe(true)
    expect(await nameOf('k')).toBe(HARD)
  })

  test('lets go of its connection when it is over', async () => {
    const used = await inUnitOfWork(db, (em) => Promise.resolve(em))
    expect(() => connectionOf(used)).toThrow('in no transaction')
  })

  test('opens no transaction within a transaction', async () => {
    await expect(inUnitOfWork(db, (em) => em.transactional(async () => 1))).rejects.toThrow('opened by inUnitOfWork')
  })

  test('is what SQL needs: an EntityManager without a transaction has no connection', async () => {
    const em = await db.em()
    expect(() => connectionOf(em)).toThrow('in no transaction')
  })

  test('reads through the pool for lists where it says so, and else through the pool of its writes', async () => {
    const em = await db.em()
    await em.find(ApiKey, {})
    expect(db.lists.totalCount).toBe(0)
    await em.find(ApiKey, {}, { connectionType: 'read' })
    expect(db.lists.totalCount).toBe(1)
  })

  test('writes by the clock of the database', async () => {
    const em = await db.em()
    const changed = await em.nativeUpdate(ApiKey, { id: 'k', createdAt: { $lt: now } }, { revokedAt: now })
    expect(changed).toBe(1)
  })
})
