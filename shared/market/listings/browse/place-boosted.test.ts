import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { MOST_PLACES, putOnTop, raiseBoosted } from './place-boosted.ts'

const rows = (text: string) => [...text].map((id) => ({ id }))
const show = (found: { id: string }[]) => found.map(({ id }) => id).join('')
const isUpper = ({ id }: { id: string }) => id !== id.toLowerCase()

describe('boosted listings', () => {
  test('stand before a first page, three at most, each once', () => {
    expect(show(putOnTop(rows('abCde'), rows('CXYZ')))).toBe('CXYab')
    expect(show(putOnTop(rows('ab'), rows('XYZ')))).toBe('XY')
    expect(show(putOnTop(rows('ab'), []))).toBe('ab')
  })

  test('rise by two places in a search, and pass no other boosted one', () => {
    expect(show(raiseBoosted(rows('abcD'), isUpper))).toBe('aDbc')
    expect(show(raiseBoosted(rows('aBcD'), isUpper))).toBe('BDac')
    expect(show(raiseBoosted(rows('ABcd'), isUpper))).toBe('ABcd')
  })

  test('never rise by more, and lose nothing', () => {
    const marked = fc.array(fc.boolean(), { maxLength: 30 })
    fc.assert(
      fc.property(marked, (marks) => {
        const given = marks.map((isBoosted, nth) => ({ nth, isBoosted }))
        const raised = raiseBoosted(given, (row) => row.isBoosted)
        expect(raised.map(({ nth }) => nth).toSorted((a, b) => a - b)).toEqual(given.map(({ nth }) => nth))
        for (const [at, { nth, isBoosted }] of raised.entries()) {
          if (isBoosted) expect(nth - at).toBeLessThanOrEqual(MOST_PLACES)
          else expect(nth - at).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})
