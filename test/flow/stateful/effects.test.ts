import { randomUUID } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { fragment } from '#shared/db/fragment.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { Effect } from '#shared/store/effect.entity.ts'
import { writeOnce } from '#shared/store/effects.ts'
import { StoreOwner } from '#shared/store/store-owner.entity.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

let database: TestDatabase
let db: Db
let owner: string
let effectId: string
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 5)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  owner = `account:${randomUUID()}`
  effectId = randomUUID()
  await (await db.em()).insert(StoreOwner, { owner })
})

const count = (em: EntityManager) => em.nativeUpdate(StoreOwner, { owner }, { posts: fragment`posts + 1` })
const counted = async () => (await (await db.em()).findOneOrFail(StoreOwner, { owner })).posts

describe('what a call writes', () => {
  test('is written by one of its attempts, however many run at once, and all answer the same', async () => {
    let writers = 0
    const attempts = [1, 2, 3, 4].map(() =>
      writeOnce({ db, effectId }, async (em) => {
        writers += 1
        await count(em)
        return { writer: writers }
      }),
    )
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 4 }, () => ({ writer: 1 })))
    expect(writers).toBe(1)
    expect(await counted()).toBe(1n)
  })

  test('is rolled back with its effect when it fails, so that a later attempt writes', async () => {
    const failing = writeOnce({ db, effectId }, async (em) => {
      await count(em)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await (await db.em()).findOne(Effect, effectId)).toBe(null)
    expect(await counted()).toBe(0n)
    expect(await writeOnce({ db, effectId }, async (em) => ({ rows: await count(em) }))).toEqual({ rows: 1 })
  })

  test.each<[string, (em: EntityManager) => Promise<null>]>([
    ['says that it lost a race', () => Promise.resolve(null)],
    ['violates the key of another writer', async (em) => em.insert(StoreOwner, { owner }).then(() => null)],
  ])('is decided again when it %s, and nothing of the first round stays', async (_, lose) => {
    let rounds = 0
    const answer = await writeOnce({ db, effectId }, async (em) => {
      await count(em)
      rounds += 1
      return rounds === 1 ? lose(em) : { rounds }
    })
    expect(answer).toEqual({ rounds: 2 })
    expect(await counted()).toBe(1n)
  })

  test('has the time of its transaction, by the clock of the database', async () => {
    const seen = await writeOnce({ db, effectId }, async (em, at) => {
      const [row] = await em.execute<{ now: string }[]>(fragment`select now()::text as now`)
      return { at: at.toISOString(), now: new Date(row?.now ?? '').toISOString() }
    })
    expect(seen.at).toBe(seen.now)
  })
})
