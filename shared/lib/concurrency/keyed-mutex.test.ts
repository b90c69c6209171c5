import { expect, test } from 'vitest'

import { KeyedMutex } from './keyed-mutex.ts'

test('work of one key runs one after the other, also past a failure; other keys do not wait', async () => {
  const mutex = new KeyedMutex()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = mutex.runExclusive('a', async () => {
    await gate.promise
    seen.push('a1')
    throw new Error('failed')
  })
  const second = mutex.runExclusive('a', async () => seen.push('a2'))
  await mutex.runExclusive('b', async () => seen.push('b'))
  gate.resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(seen).toEqual(['b', 'a1', 'a2'])
})
