import { expect, test } from 'vitest'

import { unknownParameters } from './unknown-parameters.ts'

const KNOWN = ['category', 'limit', 'q', 'x402Version']

test.each([
  ['categori', 'category'],
  ['Limit', 'limit'],
  ['x402version', 'x402Version'],
])('%s is refused as a slip of %s', (name, meant) => {
  expect(() => unknownParameters(['limit', name], KNOWN)).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      detail: expect.objectContaining({
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['query', name],
            msg: `Extra inputs are not permitted: did you mean \`${meant}\`?`,
          },
        ],
      }),
    }),
  )
})

test('known ones say nothing, and others are ignored with a warning', () => {
  expect(unknownParameters(['limit', 'q'], KNOWN)).toEqual({})
  expect(unknownParameters([], KNOWN)).toEqual({})
  expect(unknownParameters(['utm_source'], KNOWN)).toEqual({
    'X-Warning': 'ignored unknown query parameters: utm_source',
  })
  expect(unknownParameters(['page'], [])).toHaveProperty('X-Warning')
})

test('a warning is a short header whatever the names are', () => {
  const names = Array.from({ length: 100 }, (_, nth) => `${nth}\r\n\u{1F600}\uD800`.repeat(20))
  const warning = unknownParameters(names, KNOWN)['X-Warning'] ?? ''
  expect(warning).toMatch(/^[\x20-\x7e]{20,200}$/)
  expect(warning).toContain('and 97 more')
})
