import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { instantOf } from './instant.ts'

const noon = Date.UTC(2026, 10, 20, 12)

describe('a time that a caller sends', () => {
  test.each([
    '2026-11-20T12:00:00Z',
    '2026-11-20t12:00:00.000z',
    '2026-11-20T13:00:00+01:00',
    '2026-11-20T07:00:00-0500',
    '2026-11-20T14:00+02',
    '2026-11-20 12:00:00',
    ' 2026-11-20T12:00:00,000000 ',
    String(noon / 1000),
    String(noon),
    noon / 1000,
    noon,
  ])('reads %j', (value) => {
    expect(instantOf(value)).toBe(noon)
  })

  test('takes a date alone as the start of its day', () => {
    expect(instantOf('2026-11-20')).toBe(Date.UTC(2026, 10, 20))
  })

  test.each([
    '',
    'yesterday',
    'foo 1',
    '2026-13-01',
    '2026-02-30',
    '2026-04-31T12:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T12:00:00+99:00',
    Infinity,
    NaN,
    1e300,
    null,
    {},
    true,
  ])('does not read %j', (value) => {
    expect(instantOf(value)).toBeNull()
  })

  test('reads or refuses whatever comes', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[Z+-][\d:]*$/)),
        (value) => {
          const at = instantOf(value)
          expect(at === null || Number.isFinite(new Date(at).getTime())).toBe(true)
        },
      ),
    )
  })
})
