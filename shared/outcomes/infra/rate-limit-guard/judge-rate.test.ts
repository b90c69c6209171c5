import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { judgeRate } from './judge-rate.ts'
import { readLimitHeaders } from './read-limit-headers.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const read = (headers: Record<string, string>) => readLimitHeaders(headers, now)

describe('rate-limit-guard: the headers of a target', () => {
  test.each<[string, Record<string, string>, Record<string, unknown> | null]>([
    ['seconds', { 'Retry-After': '30' }, { retry_after_s: 30, source_header: 'retry-after' }],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT' }, { retry_after_s: 60 }],
    [
      'the draft as it is',
      { RateLimit: '"default";r=50;t=30', 'RateLimit-Policy': '"default";q=100;w=60' },
      { limit: 100, remaining: 50, reset_s: 30 },
    ],
    ['the tightest of several', { ratelimit: '"day";r=900;t=9, "minute";r=2;t=7' }, { remaining: 2, reset_s: 7 }],
    [
      'the draft as it was',
      { ratelimit: 'limit=100, remaining=50, reset=5' },
      { limit: 100, remaining: 50, reset_s: 5 },
    ],
    [
      'single headers',
      { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '12' },
      { limit: 10, remaining: 0, reset_s: 12 },
    ],
    [
      'Unix seconds',
      { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(now / 1_000 + 90) },
      { remaining: 0, reset_s: 90 },
    ],
    ['Unix milliseconds', { 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': String(now + 5_000) }, { reset_s: 5 }],
    ['seconds after', { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset-after': '4.5' }, { reset_s: 5 }],
    ['a date and time', { 'ratelimit-remaining': '0', 'ratelimit-reset': '2026-11-20T12:00:07.5Z' }, { reset_s: 8 }],
    [
      'requests and tokens apart, with spans',
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-limit-tokens': '150000',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '6m0.25s',
      },
      { limit: 150_000, remaining: 0, reset_s: 361, source_header: 'x-ratelimit-remaining-tokens' },
    ],
    ['a window that is over', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1_000 - 5) }, null],
    ['nothing of use', { date: 'x', 'x-ratelimit-remaining': 'many', 'retry-after': 'soon' }, null],
  ])('are read where they say %s', (_, headers, expected) => {
    expect(read(headers)).toEqual(expected === null ? null : expect.objectContaining(expected))
  })

  test('are read or passed over, whatever they are', () => {
    const name = fc.constantFrom(
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    )
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.oneof(fc.string(), fc.integer().map(String), fc.constant('"a";r=1;t=2'))),
        (headers) => {
          const found = read(headers)
          expect(found?.reset_s ?? 0).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('rate-limit-guard: a decision', () => {
  const asked = { key: 'k', limit: 10, periodS: 60, burst: 10, cost: 2 }
  const bucket = { allowed: true, remaining: 8, resetAfterS: 12, retryAfterS: 0, earlierLimit: null }
  const judge = (headers: Record<string, string> | undefined, taken: number[] = []) =>
    judgeRate({ response_headers: headers }, asked, now, async ({ cost }) => {
      taken.push(cost)
      return bucket
    })

  test('takes from the bucket when the target has room, and only looks when it has not', async () => {
    const taken: number[] = []
    expect(await judge(undefined, taken)).toMatchObject({ decision: 'allow', upstream: null })
    expect(await judge({ ratelimit: '"a";r=5;t=9' }, taken)).toMatchObject({ decision: 'allow' })
    expect(await judge({ ratelimit: '"a";r=1;t=9' }, taken)).toMatchObject({
      decision: 'block',
      retry_after_s: 9,
      reasons: [{ code: 'upstream_exhausted' }],
    })
    expect(await judge({ 'retry-after': '30' }, taken)).toMatchObject({
      decision: 'block',
      retry_after_s: 30,
      reasons: [{ code: 'upstream_retry_after' }],
    })
    expect(taken).toEqual([2, 2, 0, 0])
  })
})
