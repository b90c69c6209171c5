import { expect, test } from 'vitest'

import { CircuitBreaker } from './circuit-breaker.ts'

test('opens after five failures in a row, lets one attempt through after three seconds, closes when it works', () => {
  let now = 0
  const breaker = new CircuitBreaker(() => now)
  for (let nth = 0; nth < 4; nth += 1) breaker.note(false)
  breaker.note(true)
  for (let nth = 0; nth < 4; nth += 1) breaker.note(false)
  expect(breaker.isOpen).toBe(false)
  breaker.note(false)
  expect(breaker.isOpen).toBe(true)
  now = 3_000
  expect([breaker.isOpen, breaker.isOpen]).toEqual([false, true])
  breaker.note(false)
  now = 5_999
  expect(breaker.isOpen).toBe(true)
  now = 6_000
  expect(breaker.isOpen).toBe(false)
  breaker.note(true)
  expect([breaker.isOpen, breaker.isOpen]).toEqual([false, false])
})
