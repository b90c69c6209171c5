import { describe, expect, test } from 'vitest'

import { feePreview } from './fee-preview.ts'
import { newSlug } from './new-slug.ts'

test.each([
  [900, 0, 135],
  [900, 9_999, 135],
  [900, 10_000, 90],
  [900, 100_000, 63],
  [1, 0, 0],
  [0, 0, 0],
])('of a price of %i cents, after %i sales, the fee is %i', (gross, lifetime, platform) => {
  expect(feePreview(gross, lifetime)).toMatchObject({ platform_cents: platform, you_receive_cents: gross - platform })
})

describe('a slug', () => {
  const id = '01939f3e-7a5b-7c3d-8e9f-0123456789ab'
  test.each([
    ['Ärger & Übermut!', 'arger-ubermut-23456789ab'],
    ['../../etc/passwd', 'etc-passwd-23456789ab'],
    ['漢字', 'listing-23456789ab'],
    [`${'a'.repeat(59)} b`, `${'a'.repeat(59)}-23456789ab`],
  ])('of %j is letters, digits and hyphens', (title, slug) => {
    expect(newSlug(title, id)).toBe(slug)
  })
})
