import { expect, test, vi } from 'vitest'

import { cacheBehind, cacheFor } from './cache-for.ts'

test('callers share a read that is under way, however long it takes', async () => {
  const answers: ((answer: string) => void)[] = []
  const ask = cacheFor(0, () => new Promise<string>((answer) => answers.push(answer)))
  const asked = [ask(), ask(), ask()]
  expect(answers).toHaveLength(1)
  answers[0]?.('first')
  expect(await Promise.all(asked)).toEqual(['first', 'first', 'first'])
  void ask()
  expect(answers).toHaveLength(2)
})

test('a cache keeps an answer until it is too old', async () => {
  let readings = 0
  const ask = cacheFor(60_000, async () => (readings += 1))
  expect([await ask(), await ask()]).toEqual([1, 1])
})

test('a read that fails is not kept for later callers', async () => {
  let readings = 0
  const ask = cacheFor(0, async () => {
    readings += 1
    if (readings === 1) throw new Error('away')
    return readings
  })
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})

test('a cache that reads behind its answer makes nobody wait, but for the first and after a long silence', async () => {
  vi.useFakeTimers()
  try {
    let readings = 0
    const ask = cacheBehind({ freshMs: 2_000, oldestMs: 30_000 }, async () => (readings += 1))
    expect([await ask(), await ask()]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(3_000)
    expect([await ask(), readings]).toEqual([1, 2])
    expect(await ask()).toBe(2)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await ask()).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})
