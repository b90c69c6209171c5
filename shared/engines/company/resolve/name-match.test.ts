import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { nameLikeness, plainName, titleLikeness } from './name-match.ts'

/** The likeness from which on a company is taken for the one that was asked about. */
const SAME = 0.8

describe('the name of a company', () => {
  test.each([
    ['Acme Inc.', 'ACME'],
    ['Müller GmbH', 'muller'],
    ['Société Générale', 'societe generale'],
    ["O'Reilly Media", 'OReilly Media, Inc.'],
  ])('%s is the same as %s', (one, other) => expect(nameLikeness(one, other)).toBe(1))

  test.each([
    ['Acme', 'Apex'],
    ['Delta Air Lines', 'Delta Dental'],
    ['Acme', ''],
    ['GmbH', 'Inc.'],
  ])('%s is not taken for %s', (one, other) => expect(nameLikeness(one, other)).toBeLessThan(SAME))

  test('is found in the best part of a title, and in a host', () => {
    expect(titleLikeness('Acme', 'Widgets of steel | Acme', 'example.com')).toBe(1)
    expect(titleLikeness('Acme Widgets', 'Home', 'acme-widgets.com')).toBe(1)
    expect(titleLikeness('Acme', 'Apex: home', 'apex.com')).toBeLessThan(SAME)
  })

  test('of any two texts is as like the one way as the other, from 0 to 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const likeness = nameLikeness(one, other)
        expect(likeness).toBe(nameLikeness(other, one))
        expect(likeness >= 0 && likeness <= 1).toBe(true)
        expect(plainName(plainName(one))).toBe(plainName(one))
      }),
    )
  })
})
