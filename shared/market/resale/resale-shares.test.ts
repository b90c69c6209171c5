import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_PRICE_CENTS, MAX_ROYALTY_BPS } from '../listings/listing-options.rules.ts'
import { resaleShares } from './resale-shares.ts'
import { MINIMUM_RESALE_CENTS } from './resale.rules.ts'

test('fee, royalty and what the seller receives are the price, and none is negative', () => {
  const cents = fc.integer({ min: MINIMUM_RESALE_CENTS, max: MAX_PRICE_CENTS })
  const bps = fc.integer({ min: 0, max: MAX_ROYALTY_BPS })
  fc.assert(
    fc.property(cents, bps, fc.nat(), (price, royaltyBps, lifetimeCents) => {
      const shares = resaleShares(price, royaltyBps, lifetimeCents)
      const parts = [shares.platform_cents, shares.royalty_cents, shares.you_receive_cents]
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price)
      expect(shares.royalty_cents).toBeLessThanOrEqual((price * royaltyBps) / 10_000)
    }),
  )
})
