import { expect, test } from 'vitest'

import { repeatLimit } from './repeat-limit.ts'

test('so many of a kind go through in ten seconds; the next that does says how many were held back', () => {
  let at = 0
  const pass = repeatLimit(() => at)
  expect([1, 2, 3, 4, 5].map(() => pass('a', 3))).toEqual([0, 0, 0, null, null])
  expect(pass('b', 3)).toBe(0)
  at = 9_999
  expect(pass('a', 3)).toBeNull()
  at = 10_000
  expect([pass('a', 3), pass('a', 3)]).toEqual([3, 0])
})

test('however many kinds there are, it stays small and lets each through', () => {
  const pass = repeatLimit(() => 0)
  for (let nth = 0; nth < 5_000; nth += 1) expect(pass(`kind ${nth}`, 1)).toBe(0)
})
