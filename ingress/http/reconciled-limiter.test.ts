import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { type AddShared, RECONCILE_MS, reconciledLimiter } from './reconciled-limiter.ts'

const RULE = { name: 'test', points: 10, windowS: 60 }
const RECONCILED_MS = RECONCILE_MS * 4

/** One shared counter in memory, as slow as Redis on a busy machine. */
function sharedCounter(): { add: AddShared; break: () => void; mend: () => void; asked: () => number } {
  let points = 0
  let asked = 0
  let isDown = false
  return {
    async add(_, __, more) {
      asked += 1
      await pause(5)
      if (isDown) throw new Error('Redis is down')
      return { points: (points += more), leftMs: 60_000 }
    },
    break: () => (isDown = true),
    mend: () => (isDown = false),
    asked: () => asked,
  }
}

/** Takes so often at once; returns how often it was allowed. */
const granted = async (limiter: ReturnType<typeof reconciledLimiter>, times: number) =>
  (await Promise.allSettled(Array.from({ length: times }, () => limiter.take(RULE, 'a')))).filter(
    ({ status }) => status === 'fulfilled',
  ).length

describe('a limit that is reconciled with others', () => {
  test('is exact in one process, and waits for nobody', async () => {
    const { add, asked } = sharedCounter()
    expect(await granted(reconciledLimiter(add), 30)).toBe(10)
    expect(asked()).toBe(0)
  })

  test('is exceeded by several processes at most by what each took before they learned of each other', async () => {
    const { add } = sharedCounter()
    const processes = Array.from({ length: 3 }, () => reconciledLimiter(add))
    const burst = () => Promise.all(processes.map((limiter) => granted(limiter, 6)))
    const bursts: number[][] = []
    for (let nth = 0; nth < 3; nth += 1) {
      bursts.push(await burst())
      await pause(RECONCILED_MS)
    }
    // Whoever told its six first knew of no others; it learns of them with the next ones it takes, and then no one is let in.
    expect(bursts[0]).toEqual([6, 6, 6])
    expect(bursts[2]).toEqual([0, 0, 0])
    const all = bursts.flat().reduce((sum, times) => sum + times, 0)
    expect(all).toBeLessThanOrEqual(RULE.points + 2 * RULE.points)
    expect(all - RULE.points).toBeLessThanOrEqual(processes.length * 6)
  })

  test('is shared: what one process took is missing in the others', async () => {
    const { add } = sharedCounter()
    const [one, other] = [reconciledLimiter(add), reconciledLimiter(add)]
    expect(await granted(one, 7)).toBe(7)
    await granted(other, 1)
    await pause(RECONCILED_MS)
    expect(await granted(other, 30)).toBe(2)
  })

  test('asks the shared counter once for all that was taken meanwhile, and never again once it is spent', async () => {
    const { add, asked } = sharedCounter()
    const limiter = reconciledLimiter(add)
    await granted(limiter, 30)
    await pause(RECONCILED_MS)
    await granted(limiter, 30)
    await pause(RECONCILED_MS)
    expect(asked()).toBe(1)
  })

  test('holds in each process while the shared counter is down, and tells what was taken when it is back', async () => {
    const shared = sharedCounter()
    const [one, other] = [reconciledLimiter(shared.add), reconciledLimiter(shared.add)]
    shared.break()
    expect(await granted(one, 4)).toBe(4)
    await pause(RECONCILED_MS)
    expect(await granted(one, 4)).toBe(4)
    shared.mend()
    await pause(RECONCILED_MS)
    expect(await granted(one, 1)).toBe(1)
    await pause(RECONCILED_MS)
    expect(await granted(other, 1)).toBe(1)
    await pause(RECONCILED_MS)
    expect(await granted(other, 30)).toBe(0)
  })

  test('opens anew when its window ends', async () => {
    let nowMs = 0
    const limiter = reconciledLimiter(sharedCounter().add, () => nowMs)
    expect(await granted(limiter, 30)).toBe(10)
    nowMs = RULE.windowS * 1_000
    expect(await granted(limiter, 30)).toBe(10)
  })
})
