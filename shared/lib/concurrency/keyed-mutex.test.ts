import { expect, test } from 'vitest'

import { Turns } from './keyed-mutex.ts'

test('work of one key runs one after the other, also past a failure; other keys do not wait', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = turns.take('a', async () => {
    await gate.promise
    seen.push('a1')
    throw new Error('failed')
  })
  const second = turns.take('a', async () => seen.push('a2'))
  await turns.take('b', async () => seen.push('b'))
  gate.resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(seen).toEqual(['b', 'a1', 'a2'])
})
