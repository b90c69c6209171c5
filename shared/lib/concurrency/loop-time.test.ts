import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { afterLoopTime } from './loop-time.ts'

test('ends after its limit while the loop is free, and not when it was ended', () => {
  vi.useFakeTimers()
  try {
    const late = vi.fn()
    const never = vi.fn()
    afterLoopTime(1_050, late)
    afterLoopTime(1_050, never)()
    vi.advanceTimersByTime(1_049)
    expect(late).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect([late.mock.calls.length, never.mock.calls.length]).toEqual([1, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('an answer that arrived while the process was busy is read before it counts as late', async () => {
  const late = vi.fn()
  const end = afterLoopTime(500, late)
  const until = performance.now() + 600
  while (performance.now() < until);
  await sleep(0)
  await new Promise((turned) => setImmediate(turned))
  end()
  expect(late).not.toHaveBeenCalled()
})
