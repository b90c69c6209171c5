import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { inWordsOf } from './words-of-goal.ts'

const GOAL = 'Look up “green tea” and (Évian water), see https://good.example/a; 検索してください'

describe('words of a goal', () => {
  test.each([
    ['green tea', true, 'green tea'],
    ['Evian  WATER', true, 'Évian water'],
    ['tea water', true, 'tea water'],
    ['tea water', false, undefined],
    ['検索', false, '検索'],
    ['coffee', true, undefined],
    ['green coffee', true, undefined],
    ['good.example', true, undefined],
    ['https://good.example/b', true, undefined],
    ['“…”', true, undefined],
    ['', true, undefined],
  ])('%j, loose: %j, is %j', (text, isLoose, said) => {
    expect(inWordsOf(GOAL, text, isLoose)).toBe(said)
  })

  test('whatever is said, what comes back stands in the goal', () => {
    const piece = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...GOAL.split(' ')), fc.constant('\u200Btea'))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), fc.boolean(), (parts, isLoose) => {
        const said = inWordsOf(GOAL, parts.join(' '), isLoose)
        if (said === undefined) return
        expect(isLoose ? said.split(' ').every((word) => GOAL.includes(word)) : GOAL.includes(said)).toBe(true)
      }),
    )
  })
})
