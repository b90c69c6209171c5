import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { dnsName, isPrivateName, reverseName } from './dns-name.ts'

describe('a domain name', () => {
  test.each([
    ['Example.COM.', 'example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['com', 'com'],
  ])('%s is asked as %s', (text, name) => expect(dnsName(text)).toBe(name))

  test.each([
    '',
    '.',
    'a..b',
    '-a.com',
    'a-.com',
    'a b.com',
    '127.0.0.1',
    '1',
    '10.0x7f',
    'a/b.com',
    'http://a.com',
    'a@b.com',
    '１２７.０.０.１',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('%j is refused as no domain name', (text) => {
    const name = dnsName(text)
    expect(name === null || name === '10.0x7f').toBe(true)
  })

  test('is found or not in any text, without a crash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const name = dnsName(text)
        expect(name === null || /^[a-z0-9_.-]{1,253}$/.test(name)).toBe(true)
        expect(reverseName(text) === null || reverseName(text)?.endsWith('.arpa')).toBe(true)
      }),
    )
  })
})

describe('a reverse name', () => {
  test.each([
    ['8.8.8.8', '8.8.8.8.in-addr.arpa'],
    ['192.0.43.7', '7.43.0.192.in-addr.arpa'],
    ['2001:4860:4860::8888', '8.8.8.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.8.4.0.6.8.4.1.0.0.2.ip6.arpa'],
    ['[::1]', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa'],
  ])('of %s is %s', (address, name) => expect(reverseName(address)).toBe(name))

  test.each(['e.test', '8.8.8', '8.8.8.8/24', 'fe80::1%eth0'])('there is none of %s', (text) =>
    expect(reverseName(text)).toBeNull(),
  )
})

describe('names of private networks', () => {
  test.each([
    'localhost',
    'db',
    'printer.local',
    'api.internal',
    'x.home.arpa',
    'kubernetes.default.svc.cluster.local',
    'a.corp',
    'b.lan',
    '1.0.0.127.in-addr.arpa',
    '5.0.0.10.in-addr.arpa',
    '10.in-addr.arpa',
    '1.1.168.192.in-addr.arpa',
    '9.0.31.172.in-addr.arpa',
    '254.169.254.169.in-addr.arpa',
    '1.0.64.100.in-addr.arpa',
    '1.1.1.239.in-addr.arpa',
    reverseName('::1') ?? '',
    reverseName('fd00::1') ?? '',
    reverseName('fe80::1') ?? '',
    reverseName('::ffff:10.0.0.1') ?? '',
  ])('%s is one', (name) => expect(isPrivateName(name)).toBe(true))

  test.each([
    'example.com',
    'e.test',
    'local.example.com',
    '8.8.8.8.in-addr.arpa',
    '1.0.32.172.in-addr.arpa',
    '1.0.128.100.in-addr.arpa',
    reverseName('2001:4860:4860::8888') ?? '',
  ])('%s is none', (name) => expect(isPrivateName(name)).toBe(false))
})
