import fc from 'fast-check'
import { expect, test } from 'vitest'

import { strictBase64url } from './strict-base64url.ts'

test('any bytes come back from their base64url', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = Buffer.from(bytes).toString('base64url')
      expect(strictBase64url(text)?.equals(bytes)).toBe(true)
    }),
  )
})

test('bytes have one spelling in base64url: any text is that of its bytes or null', () => {
  const text = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[A-Za-z0-9_-]{0,12}={0,2}$/))
  fc.assert(
    fc.property(text, (sent) => {
      const bytes = strictBase64url(sent)
      expect(bytes === null || bytes.toString('base64url') === sent).toBe(true)
    }),
  )
})

test.each([
  ['padding', 'e30='],
  ['the other alphabet', '+/+/'],
  ['spare bits', 'e31'],
  ['an impossible length', 'A'],
  ['a blank', 'e3 0'],
  ['a line break', 'e30\n'],
])('base64url with %s is null', (_, text) => expect(strictBase64url(text)).toBeNull())
