import { expect, test } from 'vitest'

import { cacheFor } from './cache-for.ts'

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
