import fc from 'fast-check'
import { expect, test } from 'vitest'

import { bearerCheck, settlementBearer } from './settlement-bearer.ts'

const bearer = settlementBearer('s'.repeat(32))
const isOurs = bearerCheck(bearer)

test('the settlement process lets in who has the bearer of its server secret', () => {
  expect(settlementBearer('s'.repeat(32))).toBe(bearer)
  expect([`Bearer ${bearer}`, `bearer  ${bearer} `].map(isOurs)).toEqual([true, true])
})

test('the settlement process lets nobody else in', () => {
  const others = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    bearer,
    `Basic ${bearer}`,
    `Bearer ${bearer}x`,
    `Bearer ${bearer.slice(1)}`,
  ]
  const foreign = `Bearer ${settlementBearer('t'.repeat(32))}`
  expect([...others, foreign].filter(isOurs)).toEqual([])
})

test('the settlement process lets no other text in, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `Bearer ${text}`),
      ),
      (text) => {
        expect(isOurs(text)).toBe(false)
      },
    ),
  )
})
