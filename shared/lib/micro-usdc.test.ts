import fc from 'fast-check'
import { expect, test } from 'vitest'

import { centsOf, microUsdcOf, usdcString } from './micro-usdc.ts'

test.each([
  [0n, '0.00'],
  [1n, '0.000001'],
  [10_000n, '0.01'],
  [20_500n, '0.0205'],
  [1_000_000n, '1.00'],
  [123_456_789_000n, '123456.789'],
])('%s micro-USDC are %s USDC', (amount, text) => expect(usdcString(amount)).toBe(text))

test('cents become micro-USDC and are the same cents again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
      expect(centsOf(microUsdcOf(cents))).toBe(cents)
    }),
  )
})

test('a part of a cent is never given: micro-USDC are rounded down to cents', () => {
  expect([9_999n, 10_000n, 19_999n].map(centsOf)).toEqual([0, 1, 1])
})

test('the text of any amount has every digit of it, and two decimals at least', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (amount) => {
      const [whole = '', decimals = ''] = usdcString(amount).split('.')
      expect(BigInt(whole + decimals.padEnd(6, '0'))).toBe(amount)
      expect(decimals.length >= 2 && decimals.length <= 6).toBe(true)
    }),
  )
})
