import { describe, expect, test } from 'vitest'

import { claimantHasher, type Client } from './claimant.ts'

const hash = claimantHasher('s'.repeat(32))
const client: Client = { ip: '192.0.2.1', userAgent: 'curl/8', acceptLanguage: 'en' }

describe('a claimant', () => {
  test('is told apart by address block, User-Agent, Accept-Language and agent_id', () => {
    const base = hash(client, 'a').fingerprint
    const others = [
      hash({ ...client, ip: '192.0.2.2' }, 'a'),
      hash({ ...client, userAgent: undefined }, 'a'),
      hash({ ...client, userAgent: 'curl/8en', acceptLanguage: '' }, 'a'),
      hash({ ...client, acceptLanguage: 'de' }, 'a'),
      hash(client, 'b'),
      hash(client, null),
    ]
    expect(
      new Set([base, ...others.map(({ fingerprint }) => fingerprint)].map((bytes) => bytes.toString('hex'))).size,
    ).toBe(7)
    expect(hash({ ...client }, 'a').fingerprint).toEqual(base)
  })

  test('of one /64, and of an IPv4 address written as IPv6, is of one address', () => {
    const at = (ip: string) => hash({ ...client, ip }, null).ipHash.toString('hex')
    expect(at('2001:db8::1')).toBe(at('2001:db8:0:0:ffff:ffff:ffff:ffff'))
    expect(at('2001:db8::1')).not.toBe(at('2001:db8:0:1::1'))
    expect(at('::ffff:192.0.2.1')).toBe(at('192.0.2.1'))
    expect(at('192.0.2.1')).not.toBe(at('192.0.2.2'))
  })

  test('of one /24 of IPv4 or one /48 of IPv6 is of one network', () => {
    const at = (ip: string) => hash({ ...client, ip }, null).blockHash.toString('hex')
    expect(at('192.0.2.1')).toBe(at('192.0.2.254'))
    expect(at('192.0.2.1')).not.toBe(at('192.0.3.1'))
    expect(at('2001:db8:1:2::1')).toBe(at('2001:db8:1:ffff::1'))
    expect(at('2001:db8:1::1')).not.toBe(at('2001:db8:2::1'))
    expect(at('::ffff:192.0.2.1')).toBe(at('192.0.2.9'))
    expect(at('192.0.2.1')).not.toBe(hash(client, null).ipHash.toString('hex'))
  })

  test('cannot be recomputed without the server secret, nor one hash taken for another', () => {
    const other = claimantHasher('t'.repeat(32))(client, 'a')
    const own = hash(client, 'a')
    expect(own.fingerprint.equals(other.fingerprint)).toBe(false)
    expect(hash(client, null).agentHash).toBeNull()
    expect(own.agentHash?.equals(own.ipHash)).toBe(false)
  })
})
