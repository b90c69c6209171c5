import { expect, test } from 'vitest'

import { WindowCounter } from './window-counter.ts'

test('points count until the window ends that the first of them opened', () => {
  let at = 0
  const counter = new WindowCounter({ windowMs: 10_000, now: () => at })
  expect([counter.add('a'), counter.add('a', 5), counter.countOf('b')]).toEqual([1, 6, 0])
  at = 9_001
  expect([counter.countOf('a'), counter.resetS('a'), counter.resetS('b')]).toEqual([6, 1, 1])
  at = 10_000
  expect([counter.countOf('a'), counter.add('a')]).toEqual([0, 1])
})

test('of more names than it may count it forgets the oldest', () => {
  const counter = new WindowCounter({ mostNames: 2 })
  for (const name of ['a', 'b', 'a', 'c']) counter.add(name)
  expect(['a', 'b', 'c'].map((name) => counter.countOf(name))).toEqual([0, 1, 1])
})
