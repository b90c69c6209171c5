import { expect, test } from 'vitest'

import { withinOwnTime } from './within-own-time.ts'

/** Takes this thread's own time, however long that lasts by the clock. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  const spent = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  while (spent() < ms);
}

test('regex-test: an attempt that got little of its time is made once more, with five times as much', () => {
  const waits: number[] = []
  const isDone = withinOwnTime(10_000, (clockMs) => {
    waits.push(clockMs)
    return waits.length === 2
  })
  expect([isDone, waits]).toEqual([true, [10_000, 50_000]])
})

test('regex-test: one that had its time is over, and one that is done is not repeated', () => {
  const waits: number[] = []
  const isDone = withinOwnTime(5, (clockMs) => {
    waits.push(clockMs)
    work(clockMs)
    return false
  })
  expect([isDone, waits]).toEqual([false, [5]])
  expect(withinOwnTime(5, () => true)).toBe(true)
})
