import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PoisonCallIsolation } from './poison-call-isolation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Begins so many calls of `ms` each and says when each began, in milliseconds. */
async function beginnings(count: number, ms: number): Promise<number[]> {
  const suspects = new PoisonCallIsolation()
  const from = Date.now()
  const began: number[] = []
  const all = Array.from({ length: count }, () =>
    suspects.begin(async () => {
      began.push(Date.now() - from)
      await new Promise((done) => setTimeout(done, ms))
    }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all(all)
  return began
}

test('suspected calls that are quick run one after the other', async () => {
  expect(await beginnings(4, 10)).toEqual([0, 10, 20, 30])
})

test('slow calls overlap, but each has a while alone, and all begin within four seconds or so', async () => {
  const began = await beginnings(40, 8_000)
  expect(began).toHaveLength(40)
  const gaps = began.slice(1).map((at, nth) => at - (began[nth] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2_000)
})

test('a suspected call that fails makes room for the next', async () => {
  const suspects = new PoisonCallIsolation()
  const failing = suspects.begin(() => Promise.reject(new Error('lost again')))
  const next = suspects.begin(() => Promise.resolve())
  await expect(failing).rejects.toThrow('lost again')
  await next
})
