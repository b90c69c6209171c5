import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { NOT_PUBLIC_V4 } from './address-ranges.rules.ts'
import { canonicalAddress, judgeAddress } from './judge-address.ts'

const NEVER =
  `127.0.0.1 0.0.0.0 169.254.169.254 168.63.129.16 100.100.100.200 192.0.0.192 224.0.0.1 255.255.255.255 ::1 ::
  fe80::1 fd00:ec2::254 fd20:ce::254 fd00:c1::a9fe:a9fe ff02::1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1:: 2001::1
  2001:470::5efe:7f00:1 2001:470::200:5efe:808:808 fe80::1%eth0 localhost 1.2.3 0x7f.1 127.1 [::1] 01.2.3.4`.split(
    /\s+/,
  )

const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const address = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')

describe('IPv4', () => {
  test.each(NOT_PUBLIC_V4)(
    '%s is not public from its first to its last address, and its neighbours are judged alone',
    (range) => {
      const [base = '', bits] = range.split('/')
      const size = 2 ** (32 - Number(bits))
      const first = number(base)
      expect(
        [first, first + Math.floor(size / 2), first + size - 1].map((at) => judgeAddress(address(at))),
      ).not.toContain('public')
      const inAnother = (at: number) =>
        NOT_PUBLIC_V4.some((other) => {
          const [start = '', length] = other.split('/')
          return at >= number(start) && at < number(start) + 2 ** (32 - Number(length))
        })
      for (const at of [first - 1, first + size].filter((neighbour) => neighbour >= 0 && neighbour < 2 ** 32)) {
        expect(judgeAddress(address(at)) === 'public').toBe(!inAnother(at))
      }
    },
  )

  test.each(['10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.0.1', '198.18.0.1', 'fd12::1'])(
    '%s may be opened by name',
    (at) => {
      expect(judgeAddress(at)).toBe('private')
    },
  )

  test.each(NEVER)('%j may be opened only by its address, not by a name', (at) => {
    expect(judgeAddress(at)).toBe('never')
  })
})

test('an IPv4 address inside an IPv6 one is never public, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff_ffff }),
      fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'),
      (value, prefix) => {
        expect(judgeAddress(prefix + address(value))).not.toBe('public')
      },
    ),
  )
})

test('outside of 2000::/3 no IPv6 address is public', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }),
      ([first = 0, ...rest]) => {
        const outside = (first & 0x1fff) | (first % 2 === 0 ? 0x4000 : 0x0000)
        expect(judgeAddress([outside, ...rest].map((part) => part.toString(16)).join(':'))).not.toBe('public')
      },
    ),
  )
})

test('an address: any text is judged', () => {
  fc.assert(fc.property(fc.string(), (text) => ['public', 'private', 'never'].includes(judgeAddress(text))))
})

test.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::FFFF:7f00:1', '127.0.0.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2606:4700:0:0::1', '2606:4700::1'],
  ['10.0.0.1', '10.0.0.1'],
])('the address %s is compared as %s', (given, expected) => {
  expect(canonicalAddress(given)).toBe(expected)
})
