import fc from 'fast-check'
import { expect, test } from 'vitest'

import { HttpsUrl } from './https-url.ts'

test('an https address without a user is taken as it was sent', () => {
  expect(HttpsUrl.parse('https://example.com/a?b=c#d')).toBe('https://example.com/a?b=c#d')
  for (const text of [
    'http://example.com',
    'https://user@example.com',
    'https://:pw@example.com',
    'javascript:alert(1)',
  ])
    expect(HttpsUrl.safeParse(text).success, text).toBe(false)
  expect(HttpsUrl.safeParse(`https://example.com/${'a'.repeat(2_000)}`).success).toBe(false)
})

test.each(['', 'nope', 'https://', 'https://[', '//x', ' '])(
  '%j, which is no URL, is refused like any wrong field',
  (text) => {
    expect(HttpsUrl.safeParse(text).success).toBe(false)
  },
)

test('any text is an address or refused, never a fault', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof HttpsUrl.safeParse(text).success === 'boolean'))
  fc.assert(fc.property(fc.webUrl(), (text) => typeof HttpsUrl.safeParse(text).success === 'boolean'))
})
