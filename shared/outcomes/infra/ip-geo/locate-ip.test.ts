import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'

import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { findNetwork } from './find-network.ts'
import { locateIp, networkType } from './locate-ip.ts'
import { readMmdbValue } from './read-mmdb-value.ts'

const bytesOf = (value: bigint, length: 4 | 16) =>
  Array.from({ length }, (_, index) => Number((value >> BigInt((length - 1 - index) * 8)) & 255n))

test.each([4, 6] as const)(
  'ip-geo: the first and the last address of every announced range of IPv%i are in it',
  (version) => {
    const folder = findPackage('@ip-location-db/asn')?.folder ?? ''
    const lines = readFileSync(join(folder, `asn-ipv${version}-num.csv`), 'utf8')
      .trimEnd()
      .split('\n')
    const some = lines.filter((_, index) => index % 4_999 === 0 || index === lines.length - 1)
    for (const line of some) {
      const [first = '', last = '', number] = line.split(',')
      for (const edge of [first, last]) {
        expect(findNetwork(bytesOf(BigInt(edge), version === 4 ? 4 : 16))?.number, line).toBe(Number(number))
      }
    }
  },
)

test('ip-geo: the announced range is told as CIDR where it is one', () => {
  expect(findNetwork([8, 8, 8, 8])).toEqual({ number: 15_169, org: 'Google LLC', prefix: '8.8.8.0/24' })
  const found = findNetwork(ipaddr.parse('2606:4700::1').toByteArray())
  expect(found?.prefix).toMatch(/^2606:4700:.*(?:\/\d+|-[\da-f:]+)$/)
})

test('ip-geo: any address is located, or it is not', () => {
  const byte = fc.nat(255)
  fc.assert(
    fc.property(
      fc.oneof(fc.array(byte, { minLength: 4, maxLength: 4 }), fc.array(byte, { minLength: 16, maxLength: 16 })),
      (bytes) => {
        const { place, network } = locateIp(bytes)
        expect(place?.countryCode ?? 'XX').toMatch(/^[A-Z]{2}$/)
        expect(network?.number ?? 0).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test.each([
  [{ number: 16_509, org: 'Amazon.com, Inc.' }, 'hosting'],
  [{ number: 21_928, org: 'T-Mobile USA, Inc.' }, 'mobile'],
  [{ number: 7_922, org: 'Comcast Cable Communications, LLC' }, 'residential'],
  [{ number: 64_500, org: 'Universitaet Example' }, 'education'],
  [{ number: 64_501, org: 'Example Data Center GmbH' }, 'hosting'],
  [{ number: 64_502, org: 'Example Holdings' }, 'unknown'],
  [null, 'unknown'],
] as const)('ip-geo: what hangs on %j is %s', (network, type) => expect(networkType(network)).toBe(type))

test('ip-geo: whatever bytes stand in a database, they are a value or an error, and it ends', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const file = {
        size: bytes.length,
        read: (at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)),
        close: () => {},
      }
      try {
        readMmdbValue(file, 0, 0)
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof RangeError)) throw error
      }
    }),
  )
})
