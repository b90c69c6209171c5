import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ipBlock, ipNetwork } from './ip-block.ts'

test('an IPv4 address is its own block, however it is written', () => {
  expect(['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407'].map(ipBlock)).toEqual(
    Array(3).fill('198.51.100.7'),
  )
})

test('an IPv6 address counts for limits with its /64', () => {
  expect(ipBlock('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(ipBlock('2001:0DB8:1:2::')).toBe(ipBlock('2001:db8:1:2:ffff::1'))
})

test('what is no address is one block, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const block = ipBlock(text)
      expect(block === 'unknown' || /^[\da-f.:]+(?:\/64)?$/.test(block)).toBe(true)
    }),
  )
  expect(['', 'localhost', '1.2.3.4.5'].map(ipBlock)).toEqual(['unknown', 'unknown', 'unknown'])
})

test('a network is what one party has to itself: the /24 of an IPv4 address, the /48 of an IPv6 one', () => {
  expect(['198.51.100.7', '::ffff:198.51.100.250'].map(ipNetwork)).toEqual(['198.51.100.0/24', '198.51.100.0/24'])
  expect(ipNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(ipNetwork('2001:db8:1:ffff::1')).toBe(ipNetwork('2001:db8:1::'))
  expect(ipNetwork('2001:db8:2::')).not.toBe(ipNetwork('2001:db8:1::'))
  expect(ipNetwork('localhost')).toBe('unknown')
})
