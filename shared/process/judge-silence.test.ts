import { expect, test } from 'vitest'

import { judgeSilence, type Tick } from './judge-silence.ts'

const TICK: Tick = { beats: 7, elapsedMs: 1_000, waitedMs: 0 }

/** How many ticks pass until the event loop counts as blocked; null when it does not within `most`. */
function ticksUntilBlocked(tickOf: (nth: number) => Partial<Tick>, most = 1_000): number | null {
  const isBlocked = judgeSilence(30_000, 1_000)
  for (let nth = 0; nth < most; nth += 1) if (isBlocked({ ...TICK, ...tickOf(nth) })) return nth
  return null
}

test('an event loop that shows nothing for 30 ticks of a second is blocked', () => {
  expect(ticksUntilBlocked(() => ({}))).toBe(30)
})

test('an event loop that shows itself every 29 ticks is never blocked', () => {
  expect(ticksUntilBlocked((nth) => ({ beats: Math.floor(nth / 29) }))).toBeNull()
})

test('an hour in which the process was stopped or the machine slept counts as one tick', () => {
  expect(ticksUntilBlocked((nth) => (nth === 5 ? { elapsedMs: 3_600_000 } : {}))).toBe(30)
})

test('time in which the event loop waited for a CPU does not count, also when it is told late', () => {
  expect(ticksUntilBlocked((nth) => ({ waitedMs: nth * 900 }))).toBe(300)
  expect(ticksUntilBlocked((nth) => ({ waitedMs: Math.floor(nth / 10) * 9_000 }))).toBe(219)
})

test('on a machine so busy that ticks come late, what the event loop ran for counts', () => {
  expect(ticksUntilBlocked((nth) => ({ elapsedMs: 5_000, waitedMs: nth * 4_500 }))).toBe(60)
})
