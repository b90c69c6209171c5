import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type BreakerLimits, CircuitBreaker, type Verdict } from './circuit-breaker.ts'

const LIMITS: BreakerLimits = {
  failures: 3,
  memory: 6,
  windowMs: 10_000,
  openMs: 5_000,
  longestOpenMs: 20_000,
  probeMs: 4_000,
  countsWhileOpen: false,
}

function open(limits: Partial<BreakerLimits> = {}) {
  const clock = { now: 0 }
  const breaker = new CircuitBreaker({ ...LIMITS, ...limits }, () => clock.now)
  for (let nth = 0; nth < 3; nth += 1) breaker.report('down')
  return { breaker, clock }
}

test('a probe that never reports is given up, and the next one may be tried', () => {
  const { breaker, clock } = open()
  clock.now = 5_000
  expect(breaker.enter()).toBe(0)
  clock.now = 8_999
  expect(breaker.enter()).toBe(1)
  clock.now = 9_000
  expect(breaker.enter()).toBe(0)
})

test('whoever meets a probe may ask again within a second', () => {
  const { breaker, clock } = open()
  clock.now = 5_000
  expect([breaker.enter(), breaker.enter()]).toEqual([0, 1_000])
})

test('a result while it is open counts only where that is wanted', () => {
  const deaf = open().breaker
  deaf.report('up')
  expect(deaf.isOpen).toBe(true)
  const { breaker } = open({ countsWhileOpen: true })
  breaker.report('unknown')
  expect(breaker.isOpen).toBe(true)
  breaker.report('up')
  expect(breaker.isOpen).toBe(false)
})

test('whatever is reported, it never stays open longer than its longest time, and one success of a probe closes it', () => {
  const step = fc.record({ verdict: fc.constantFrom<Verdict>('up', 'down', 'unknown'), afterMs: fc.nat(30_000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, countsWhileOpen) => {
      const { breaker, clock } = open({ countsWhileOpen })
      for (const { verdict, afterMs } of steps) {
        clock.now += afterMs
        if (breaker.enter() === 0) breaker.report(verdict)
      }
      clock.now += LIMITS.longestOpenMs
      expect(breaker.enter()).toBe(0)
      breaker.report('up')
      expect(breaker.isOpen).toBe(false)
    }),
  )
})
