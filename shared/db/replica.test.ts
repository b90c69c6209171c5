import type { Pool as PgPool } from 'pg'
import { describe, expect, test } from 'vitest'

import { followPrimary } from './replica.ts'

const MOST_LAG_MS = 1_000

/** A replica that is so far behind, or whose statements fail, and how often it and its primary are asked. */
function open(replicaDoes: { lagMs: number | null; fails?: Error }) {
  const asked = { replica: 0, primary: 0 }
  const replica = {
    query: async (text: string) => {
      if (text.includes('lag_ms')) return { rows: [{ lag_ms: replicaDoes.lagMs }] }
      asked.replica += 1
      if (replicaDoes.fails !== undefined) throw replicaDoes.fails
      return { rows: ['of the replica'] }
    },
    connect: async () => 'a connection of the replica',
  }
  const primary = {
    query: async () => ({ rows: [`primary ${(asked.primary += 1)}`] }),
    connect: async () => 'a connection of the primary',
  }
  // Safe: of a pool, `query` is all that is used here.
  followPrimary(replica as unknown as PgPool, primary as unknown as PgPool, MOST_LAG_MS)
  return { asked, read: () => replica.query('select 1'), begin: () => replica.connect() }
}
const failure = (code: string) => Object.assign(new Error(code), { code })

test('a replica that is not behind answers, and the primary is not asked', async () => {
  const { asked, read } = open({ lagMs: MOST_LAG_MS })
  expect(await read()).toEqual({ rows: ['of the replica'] })
  expect(asked).toEqual({ replica: 1, primary: 0 })
})

describe('the primary answers', () => {
  test.each([
    ['while the replica is behind', { lagMs: MOST_LAG_MS + 1 }, 0],
    ['while the replica has replayed nothing', { lagMs: null }, 0],
    ['when the replica does not answer', { lagMs: 0, fails: failure('ECONNREFUSED') }, 1],
    ['when recovery ended the statement', { lagMs: 0, fails: failure('40001') }, 1],
  ])('%s', async (_, replicaDoes, replica) => {
    const { asked, read } = open(replicaDoes)
    expect(await read()).toEqual({ rows: ['primary 1'] })
    expect(asked).toEqual({ replica, primary: 1 })
  })
})

test('a mistake in a statement is told, and the primary is not asked too', async () => {
  const { asked, read } = open({ lagMs: 0, fails: failure('42703') })
  await expect(read()).rejects.toThrow('42703')
  expect(asked.primary).toBe(0)
})

test('a transaction begins on the primary', async () => {
  expect(await open({ lagMs: 0 }).begin()).toBe('a connection of the primary')
})
