import { beforeEach, describe, expect, test } from 'vitest'

import { CircuitBreaker, type Verdict } from '#shared/lib/concurrency/circuit-breaker.ts'

import { UPSTREAM_BREAKER } from './upstream-breaker.ts'

let now: number
let breaker: CircuitBreaker
beforeEach(() => {
  now = 1_000
  breaker = new CircuitBreaker(UPSTREAM_BREAKER, () => now)
})

/** Requests that are let through and end like this. */
function requests(count: number, verdict: Verdict) {
  for (let i = 0; i < count; i += 1) {
    expect(breaker.enter()).toBe(0)
    breaker.report(verdict)
  }
}

describe('the breaker of an upstream', () => {
  test('opens after five failures and says how long it stays so', () => {
    requests(4, 'down')
    expect(breaker.isOpen).toBe(false)
    requests(1, 'down')
    expect(breaker.isOpen).toBe(true)
    now += 10_000
    expect(breaker.enter()).toBe(UPSTREAM_BREAKER.openMs - 10_000)
  })

  test('stays closed while most requests are answered', () => {
    requests(6, 'up')
    requests(5, 'down')
    expect(breaker.isOpen).toBe(false)
    requests(1, 'down')
    expect(breaker.isOpen).toBe(true)
  })

  test('forgets what is older than the window, and many old successes do not shield it', () => {
    requests(4, 'down')
    now += UPSTREAM_BREAKER.windowMs + 1
    requests(4, 'down')
    expect(breaker.isOpen).toBe(false)
    now += UPSTREAM_BREAKER.windowMs + 1
    requests(500, 'up')
    requests(10, 'down')
    expect(breaker.isOpen).toBe(true)
  })

  test('what says nothing about the upstream is not counted', () => {
    requests(50, 'unknown')
    expect(breaker.isOpen).toBe(false)
  })

  test('lets one probe pass when its time is up, and an answer closes it', () => {
    requests(5, 'down')
    now += UPSTREAM_BREAKER.openMs
    expect(breaker.enter()).toBe(0)
    expect(breaker.enter()).toBeGreaterThan(0)
    breaker.report('up')
    expect(breaker.isOpen).toBe(false)
    requests(4, 'down')
    expect(breaker.isOpen).toBe(false)
  })

  test('a failed probe opens it for twice as long, up to five minutes', () => {
    requests(5, 'down')
    const waits = Array.from({ length: 6 }, () => {
      const wait = breaker.enter()
      now += wait
      requests(1, 'down')
      return wait
    })
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000])
  })

  test('a probe that was given up lets the next one probe at once', () => {
    requests(5, 'down')
    now += UPSTREAM_BREAKER.openMs
    requests(1, 'unknown')
    requests(1, 'up')
    expect(breaker.isOpen).toBe(false)
  })

  test('requests that were under way when it opened do not prolong it', () => {
    expect(breaker.enter()).toBe(0)
    requests(5, 'down')
    breaker.report('down')
    expect(breaker.enter()).toBe(UPSTREAM_BREAKER.openMs)
  })
})
