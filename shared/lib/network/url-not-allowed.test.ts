import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { refuseUnlessWebUrl } from './url-not-allowed.ts'

function fixOf(text: string): string | undefined {
  try {
    refuseUnlessWebUrl(text)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.detail.fix?.action
    throw error
  }
}

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.co.uk/a?b=c ', 'https://www.example.co.uk/a?b=c'],
])('%j lacks its scheme alone, and the refusal says how it is sent', (text, whole) => {
  expect(fixOf(text)).toBe(`Put https:// in front: ${whole}`)
})

test.each(['localhost', 'not a url', 'ftp://example.com/', 'https://a:b@example.com/', '10.0.0.1', ''])(
  '%j gets the whole rule',
  (text) => {
    expect(fixOf(text)).toBe('Send the URL of a page that anyone on the internet can open.')
  },
)

test('any text is let through or refused, and what is proposed is a URL', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), fc.webUrl()), (text) => {
      const proposed = fixOf(text)?.split('Put https:// in front: ')[1]
      expect(proposed === undefined || URL.canParse(proposed)).toBe(true)
    }),
  )
})
