import { describe, expect, test, vi } from 'vitest'

import { MicroBatcher } from './micro-batcher.ts'

/** A gate that lets one passer through for each `open`, whichever comes first. */
const turnstile = () => {
  let permits = 0
  const queue: (() => void)[] = []
  return {
    pass: () => (permits > 0 ? Promise.resolve(void (permits -= 1)) : new Promise<void>((go) => queue.push(go))),
    open: () => {
      const next = queue.shift()
      if (next === undefined) permits += 1
      else next()
    },
  }
}

describe('MicroBatcher', () => {
  test('sends a lone item at once and gathers what arrives meanwhile into one batch', async () => {
    const gate = turnstile()
    const batches: number[][] = []
    const group = new MicroBatcher<number, number>(async (items) => {
      batches.push(items)
      await gate.pass()
      return items.map((item) => item * 2)
    })
    const first = group.add(1)
    const others = [2, 3, 4].map((item) => group.add(item))
    expect(batches).toEqual([[1]])
    gate.open()
    expect(await first).toBe(2)
    gate.open()
    expect(await Promise.all(others)).toEqual([4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  test('never sends more than its batch limit', async () => {
    const sizes: number[] = []
    const group = new MicroBatcher<number, number>(
      async (items) => {
        sizes.push(items.length)
        return items
      },
      { maxBatch: 3 },
    )
    await Promise.all(Array.from({ length: 10 }, (_, item) => group.add(item)))
    expect(Math.max(...sizes)).toBe(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10)
  })

  test('sends no more together than a batch may weigh, and what is heavier alone', async () => {
    const gate = turnstile()
    const batches: number[][] = []
    const group = new MicroBatcher<number, number>(
      async (items) => {
        batches.push(items)
        await gate.pass()
        return items
      },
      { weigh: (item) => item, maxWeight: 10 },
    )
    const answers = [1, 4, 4, 4, 30, 2, 8].map((item) => group.add(item))
    for (const answer of answers) {
      gate.open()
      await answer
    }
    expect(batches).toEqual([[1], [4, 4], [4], [30], [2, 8]])
  })

  test('lets only the bad item of a batch fail', async () => {
    const group = new MicroBatcher<number, number>(async (items) => {
      if (items.includes(13)) throw new Error('unlucky')
      return items
    })
    const answers = await Promise.allSettled([1, 2, 13, 4].map((item) => group.add(item)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  test('fails a whole batch at once for an error that no item caused', async () => {
    let flushes = 0
    const group = new MicroBatcher<number, number>(
      async () => {
        flushes += 1
        throw new Error('the database is away')
      },
      { batchPerTick: true, failsWholeBatch: (error) => error instanceof Error && error.message.includes('away') },
    )
    const answers = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(flushes).toBe(1)
  })

  test('gathers callers who were answered together and ask again, and waits for nobody after a lone item', async () => {
    vi.useFakeTimers()
    try {
      const batches: number[][] = []
      const gates: (() => void)[] = []
      const group = new MicroBatcher<number, number>(
        async (items) => {
          batches.push(items)
          await new Promise<void>((open) => gates.push(open))
          return items
        },
        { gatherMs: 2 },
      )
      const answered = async (asked: readonly Promise<number>[]) => {
        gates.shift()?.()
        await Promise.all(asked)
      }
      const lone = group.add(1)
      const three = [2, 3, 4].map((item) => group.add(item))
      await answered([lone])
      await vi.advanceTimersByTimeAsync(2)
      expect(batches).toEqual([[1], [2, 3, 4]])
      await answered(three)
      // Three were there, so the next batch is of three, or of what came in two milliseconds.
      const again = [group.add(5), group.add(6)]
      await vi.advanceTimersByTimeAsync(1)
      expect(batches).toHaveLength(2)
      again.push(group.add(7))
      expect(batches[2]).toEqual([5, 6, 7])
      await answered(again)
      const last = group.add(8)
      await vi.advanceTimersByTimeAsync(2)
      expect(batches[3]).toEqual([8])
      await answered([last])
      void group.add(9)
      expect(batches[4]).toEqual([9])
      gates.shift()?.()
    } finally {
      vi.useRealTimers()
    }
  })

  test('spreads a crowd evenly over the flushes that may run at once', async () => {
    const gate = turnstile()
    const sizes: number[] = []
    const group = new MicroBatcher<number, number>(
      async (items) => {
        sizes.push(items.length)
        await gate.pass()
        return items
      },
      { batchPerTick: true, concurrency: 2, gatherMs: 2 },
    )
    const round = () => Array.from({ length: 8 }, (_, item) => group.add(item))
    for (let nth = 0; nth < 40; nth += 1) gate.open()
    await Promise.all(round())
    await Promise.all(round())
    expect(sizes).toEqual([4, 4, 4, 4])
  })
})
