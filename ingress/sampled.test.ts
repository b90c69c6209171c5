import { expect, test } from 'vitest'

import { sampled } from './sampled.ts'

test('who asks while a reading is under way shares it, however long it takes', async () => {
  const answers: ((answer: string) => void)[] = []
  const ask = sampled(() => new Promise<string>((answer) => answers.push(answer)), 0)
  const asked = [ask(), ask(), ask()]
  expect(answers).toHaveLength(1)
  answers[0]?.('first')
  expect(await Promise.all(asked)).toEqual(['first', 'first', 'first'])
  void ask()
  expect(answers).toHaveLength(2)
})

test('an answer is kept while it is fresh', async () => {
  let readings = 0
  const ask = sampled(async () => (readings += 1), 60_000)
  expect([await ask(), await ask()]).toEqual([1, 1])
})

test('a reading that fails is not kept for those who come after it', async () => {
  let readings = 0
  const ask = sampled(async () => {
    readings += 1
    if (readings === 1) throw new Error('away')
    return readings
  }, 0)
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})
