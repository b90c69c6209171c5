import fc from 'fast-check'
import { expect, test } from 'vitest'

import { areSimilar } from './similar-texts.ts'

test.each([
  ['hello', 'Hello!', true],
  ['Looking for an agent that reads invoices', 'looking for an agent, that reads invoice!', true],
  ['Looking for an agent that reads invoices', 'Looking for an agent that writes tests', false],
  ['a', 'b', false],
  ['', '', true],
])('%j and %j are nearly the same: %s', (one, other, similar) => {
  expect(areSimilar(one, other)).toBe(similar)
})

/** The plain edit distance, as every textbook has it. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      line.push(Math.min((above[column - 1] ?? 0) + same, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    above = line
  }
  return above[b.length] ?? 0
}

test('texts are nearly the same as their edit distance says', () => {
  const text = fc.stringMatching(/^[ab]{1,60}$/)
  const near = text.chain((one) =>
    fc
      .tuple(fc.constant(one), fc.array(fc.tuple(fc.nat(59), fc.constantFrom('a', 'b', '')), { maxLength: 8 }))
      .map(([base, edits]) => {
        const letters = [...base]
        for (const [at, letter] of edits) if (at < letters.length) letters[at] = letter
        return [base, letters.join('')] as const
      }),
  )
  fc.assert(
    fc.property(near, ([one, other]) => {
      expect(areSimilar(one, other)).toBe(distance(one, other) <= Math.floor(Math.max(one.length, other.length) * 0.1))
    }),
  )
})
