import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { isoDate } from '#shared/engines/search/iso-date.ts'

import { utcTime } from './utc-time.ts'

describe.each(['Asia/Tokyo', 'America/New_York', 'UTC'])('on a machine in %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone))
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02T03:04:05.678', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02 03:04:05 UTC', '2026-01-02T03:04:05.000Z'],
    ['Fri, 02 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05.000Z'],
    ['Fri, 02 Jan 2026 03:04:05 +0200', '2026-01-02T01:04:05.000Z'],
    ['Fri, 02 Jan 2026 03:04:05 EST', '2026-01-02T08:04:05.000Z'],
    ['Fri, 02 Jan 2026 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['January 2, 2026', '2026-01-02T00:00:00.000Z'],
    ['2026/01/02', '2026-01-02T00:00:00.000Z'],
  ])('%s is %s', (text, said) => {
    expect(new Date(utcTime(text)).toISOString()).toBe(said)
    expect(isoDate(text)).toBe(said)
  })
})

test('what is no moment in UTC is null', () => {
  expect(utcTime('soon')).toBeNaN()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof utcTime(text)).toBe('number')
    }),
  )
})
