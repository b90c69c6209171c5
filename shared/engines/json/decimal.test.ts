import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isMultiple, survivesDouble } from './decimal.ts'

describe('exact decimals', () => {
  test.each(['0', '-0', '1.50', '1e22', '9007199254740992', '0.1', '5e-324', '1E+2', '0.00'])(
    '%s survives a double',
    (text) => {
      expect(survivesDouble(text)).toBe(true)
    },
  )

  test.each(['9007199254740993', '0.12345678901234567890', '1e400', '12345678901234567890', '1e-400'])(
    '%s does not survive a double',
    (text) => {
      expect(survivesDouble(text)).toBe(false)
    },
  )

  test('every double survives in the form JSON gives it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) =>
        survivesDouble(JSON.stringify(number)),
      ),
    )
  })

  test('a million digits are judged at once', () => {
    expect(survivesDouble(`1${'0'.repeat(1_000_000)}1`)).toBe(false)
    expect(survivesDouble(`0.${'0'.repeat(1_000_000)}`)).toBe(true)
  })

  test('multiples are those of the decimals as written', () => {
    expect([isMultiple(0.0075, 0.0001), isMultiple(0.00751, 0.0001)]).toEqual([true, false])
    expect([isMultiple(1e308, 0.5), isMultiple(1e308, 0.123456789), isMultiple(12391239123, 1e-8)]).toEqual([
      true,
      false,
      true,
    ])
  })
})
