import { expect, test, vi } from 'vitest'

import type { PoolQueue } from '#shared/queues/backend.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import { queueDepths } from './queue-depths.ts'

type Counts = () => Promise<Record<string, number>>

const queues = (countsOf: (pool: Pool) => Counts, isUp = true) => ({
  ready: () => Promise.resolve(isUp),
  // Safe: the reader asks a queue for its counts only.
  queue: vi.fn((pool: Pool) => ({ getJobCounts: countsOf(pool) }) as unknown as PoolQueue),
})

const counts: Counts = () => Promise.resolve({ waiting: 2, active: 1 })
const fails: Counts = () => Promise.reject(new Error('no connection'))

test('the depth of the queue of each pool is read', async () => {
  const depths = await queueDepths(queues(() => counts))()
  expect([...depths.keys()]).toEqual([...POOLS])
  expect(depths.get('outcome')).toEqual({ waiting: 2, active: 1 })
})

test('a pool whose queue fails is left out, and the others stay', async () => {
  const depths = await queueDepths(queues((pool) => (pool === 'outcome' ? fails : counts)))()
  expect([...depths.keys()]).toEqual(POOLS.filter((pool) => pool !== 'outcome'))
})

test('a queue that hangs is left out after a second and is not asked again meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const asked = vi.fn<Counts>(() => new Promise(() => {}))
    const read = queueDepths(queues((pool) => (pool === 'screenshot' ? asked : counts)))
    for (let scrape = 0; scrape < 3; scrape += 1) {
      const depths = read()
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await depths).has('screenshot')).toBe(false)
      expect((await depths).has('outcome')).toBe(true)
    }
    expect(asked).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

test('the depths open no queue while its server is away', async () => {
  const away = queues(() => counts, false)
  expect((await queueDepths(away)()).size).toBe(0)
  expect(away.queue).not.toHaveBeenCalled()
})
