import { expect, test } from 'vitest'

import { GroupedBatcher } from './grouped-batcher.ts'

test('items of one group share a batch, and no batch holds two groups', async () => {
  const batches: number[][] = []
  const batcher = new GroupedBatcher<number, number>(
    async (items) => {
      batches.push(items)
      return items.map((item) => item * 2)
    },
    (item) => item % 2,
    { batchPerTick: true },
  )
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([
    [1, 3, 5],
    [2, 4],
  ])
})
