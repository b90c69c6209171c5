import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hostOf } from './fit-host.ts'

test('a host is read out of an address, a record with its priority and an e-mail address', () => {
  expect(
    ['10 mx.example.com.', 'https://shop.example.com/a?b=c', 'ann@example.com', 'ns1.example.com.', 'example.com'].map(
      hostOf,
    ),
  ).toEqual(['mx.example.com', 'shop.example.com', 'example.com', 'ns1.example.com', 'example.com'])
})

test('what is no host stays as it is, and a host read once reads the same again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(hostOf(hostOf(text))).toBe(hostOf(text))
    }),
  )
  expect(hostOf('no host at all')).toBe('no host at all')
})
