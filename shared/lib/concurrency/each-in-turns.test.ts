import { expect, test } from 'vitest'

import { eachInTurns } from './each-in-turns.ts'

test('the event loop turns between items, which are worked on in order', async () => {
  const seen: (number | string)[] = []
  setImmediate(() => seen.push('another request'))
  await eachInTurns([1, 2, 3], (item) => seen.push(item))
  expect(seen).toEqual([1, 'another request', 2, 3])
})

test('the event loop turns after so many items as are asked for', async () => {
  const seen: (number | string)[] = []
  setImmediate(() => seen.push('another request'))
  await eachInTurns([1, 2, 3, 4, 5], (item) => seen.push(item), 2)
  expect(seen).toEqual([1, 2, 'another request', 3, 4, 5])
})

test('a fault ends the work', async () => {
  const seen: number[] = []
  const work = eachInTurns([1, 2, 3], (item) => {
    seen.push(item)
    if (item === 2) throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(seen).toEqual([1, 2])
})
