import { afterEach, expect, test, vi } from 'vitest'

import { AnswerCache } from './answer-cache.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an answer is made once, for those who ask at the same time too', async () => {
  const make = vi.fn<() => Promise<string>>(async () => 'a')
  const kept = new AnswerCache<string>(2)
  expect(await Promise.all([kept.get('k', make), kept.get('k', make)])).toEqual(['a', 'a'])
  await kept.get('k', make)
  expect(make).toHaveBeenCalledTimes(1)
})

test('the answer that was asked for least recently goes first', async () => {
  const asked: string[] = []
  const kept = new AnswerCache<string>(2)
  const ask = (key: string) =>
    kept.get(key, async () => {
      asked.push(key)
      return key
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

test('a kept answer that failed is asked for again', async () => {
  const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('yes')
  const kept = new AnswerCache<string>(2)
  await expect(kept.get('k', make)).rejects.toThrow('no')
  expect(await kept.get('k', make)).toBe('yes')
})

test('a kept answer is asked for again when it is too old', async () => {
  vi.useFakeTimers()
  const make = vi.fn<() => Promise<string>>(async () => 'a')
  const kept = new AnswerCache<string>(2, { maxAgeMs: 1_000 })
  await kept.get('k', make)
  vi.advanceTimersByTime(999)
  await kept.get('k', make)
  expect(make).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await kept.get('k', make)
  expect(make).toHaveBeenCalledTimes(2)
})
