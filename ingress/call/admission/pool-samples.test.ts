import type { Pool as PgPool } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createLog } from '#shared/log.ts'

import { poolSampler } from './pool-samples.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ROW = { pool: 'outcome', workers: '2', slots: '8', open: '3', run_ms: 5, oldest_ms: 0, paused: [], lacks: [], notices: null, open_by_key: null } // oxfmt-ignore
const hang = () => new Promise<never>(() => {})

function sampling() {
  const query = vi.fn<() => Promise<{ rows: (typeof ROW)[] }>>()
  // Safe: the sampler calls nothing else.
  const pools = poolSampler({ query } as unknown as PgPool, createLog('silent'))
  const openAfter = async (waitMs: number) => {
    const answer = pools()
    await vi.advanceTimersByTimeAsync(waitMs)
    return (await answer)?.get('outcome')?.open ?? null
  }
  return { query, openAfter }
}

test('a database that is slow is judged by its last sample, for five seconds', async () => {
  const { query, openAfter } = sampling()
  query.mockResolvedValueOnce({ rows: [ROW] })
  expect(await openAfter(1_000)).toBe(3)
  query.mockImplementation(hang)
  expect(await openAfter(1_500)).toBe(3)
  expect(await openAfter(1_500)).toBe(3)
  expect(await openAfter(1_500)).toBeNull()
})

test('without a sample, or when the database refuses, nothing is known', async () => {
  const { query, openAfter } = sampling()
  query.mockImplementationOnce(hang)
  expect(await openAfter(1_500)).toBeNull()
  query.mockResolvedValueOnce({ rows: [ROW] })
  expect(await openAfter(300)).toBe(3)
  query.mockRejectedValueOnce(new Error('the connection was refused'))
  expect(await openAfter(300)).toBeNull()
})
