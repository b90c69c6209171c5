import { expect, test } from 'vitest'

import { retryDeadlocks } from './retry-deadlocks.ts'

/** A pool whose first `failures` answers are this error. */
function failing(failures: number, code: string) {
  const asked: unknown[][] = []
  const pool = {
    query: async (...args: unknown[]) => {
      asked.push(args)
      if (asked.length <= failures) throw Object.assign(new Error('deadlock detected'), { code })
      return { rows: [] }
    },
  }
  // Safe: of a pool, `query` is all that is used here.
  retryDeadlocks(pool as unknown as Parameters<typeof retryDeadlocks>[0])
  return { asked, pool }
}

test('a statement that lost a deadlock is sent again as it was', async () => {
  const { asked, pool } = failing(2, '40P01')
  expect(await pool.query('select add_job($1)', ['a'])).toEqual({ rows: [] })
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['select add_job($1)', ['a']]))
})

test('one that loses every time, and any other error, is told', async () => {
  await expect(failing(9, '40P01').pool.query('select 1')).rejects.toThrow('deadlock')
  const { asked, pool } = failing(1, '53300')
  await expect(pool.query('select 1')).rejects.toThrow('deadlock')
  expect(asked).toHaveLength(1)
})
