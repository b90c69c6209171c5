import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { isRateLimit, retryAfterMs } from './retry-after.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test.each([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '999999999' }, 900_000],
  [{ 'retry-after': ['3', '4'] }, 3_000],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 60) }, 60_000],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, 7_000],
  [{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '7' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '2026-11' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{}, undefined],
])('a Retry-After of %j asks for a pause of %s ms', (headers, wait) => {
  expect(retryAfterMs(headers, NOW)).toBe(wait)
})

test('a 429 is a rate limit, a 403 only when it says so', () => {
  expect(isRateLimit(429, {})).toBe(true)
  expect(isRateLimit(403, { 'x-ratelimit-remaining': '0' })).toBe(true)
  expect(isRateLimit(403, { 'retry-after': '60' })).toBe(true)
  expect(isRateLimit(403, {})).toBe(false)
  expect(isRateLimit(500, { 'retry-after': '60' })).toBe(false)
})

test('whatever stands in the headers, it is a wait between nothing and a quarter of an hour, or none', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  )
  fc.assert(
    fc.property(value, value, (retryAfter, reset) => {
      const headers = { 'retry-after': retryAfter, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
      const wait = retryAfterMs(headers, NOW) ?? 0
      expect(wait >= 0 && wait <= 900_000).toBe(true)
    }),
  )
})
