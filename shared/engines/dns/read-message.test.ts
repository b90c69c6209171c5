import packet, { type Answer } from 'dns-packet'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { DnsTypeName } from '#shared/lib/network/dns-record-types.rules.ts'
import { attempt } from '#test/support/attempt.ts'
import { BadMessage } from './byte-reader.ts'
import { encodeQuery } from './encode-query.ts'
import { OtherQuestion, readMessage } from './read-message.ts'

const ID = 4_711
const encoded = (name: string, type: string, answers: Answer[], more: object = {}) =>
  packet.encode({ type: 'response', id: ID, flags: 0x0180, questions: [{ name, type }], answers, ...more })
const read = (name: string, type: DnsTypeName, answers: Answer[], more: object = {}) =>
  readMessage(encoded(name, type, answers, more), ID, { name, type })

test('a query is what another implementation reads as one', () => {
  const query = packet.decode(encodeQuery(ID, 'xn--mnchen-3ya.de', 'HTTPS'))
  expect(query).toMatchObject({
    id: ID,
    type: 'query',
    flags: 0x0120,
    questions: [{ name: 'xn--mnchen-3ya.de', class: 'IN' }],
  })
  expect(query.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1_232, flag_do: true }])
})

describe('records', () => {
  test.each<[DnsTypeName, unknown, { value: string; priority?: number }]>([
    ['A', '93.184.216.34', { value: '93.184.216.34' }],
    ['AAAA', '2606:2800:220:1:248:1893:25c8:1946', { value: '2606:2800:220:1:248:1893:25c8:1946' }],
    ['NS', 'NS1.Example.NET', { value: 'ns1.example.net' }],
    ['PTR', 'dns.google', { value: 'dns.google' }],
    ['MX', { preference: 10, exchange: 'mx.e.test' }, { value: 'mx.e.test', priority: 10 }],
    ['MX', { preference: 0, exchange: '.' }, { value: '.', priority: 0 }],
    ['TXT', ['v=spf1 include:_spf.', 'google.com ~all'], { value: 'v=spf1 include:_spf.google.com ~all' }],
    ['TXT', ['tab\tand\u0000nul'], { value: String.raw`tab\009and\000nul` }],
    ['CAA', { flags: 128, tag: 'issue', value: 'letsencrypt.org' }, { value: '128 issue "letsencrypt.org"' }],
    ['SRV', { priority: 1, weight: 2, port: 5_060, target: 'sip.e.test' }, { value: '2 5060 sip.e.test', priority: 1 }],
    [
      'DS',
      { keyTag: 31_589, algorithm: 8, digestType: 2, digest: Buffer.from('cde0', 'hex') },
      { value: '31589 8 2 CDE0' },
    ],
    ['DNSKEY', { flags: 257, algorithm: 13, key: Buffer.from('abc') }, { value: '257 3 13 YWJj' }],
    [
      'TLSA',
      { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('ff00', 'hex') },
      { value: '3 1 1 FF00' },
    ],
  ])('%s %j reads %j', (type, data, expected) => {
    expect(read('e.test', type, [{ name: 'e.test', type, ttl: 300, data }]).answers).toEqual([
      { name: 'e.test', type, ttl: 300, ...expected },
    ])
  })

  test('SOA has its seven fields', () => {
    const data = { mname: 'ns1.e.test', rname: 'root.e.test', serial: 7, refresh: 1, retry: 2, expire: 3, minimum: 4 }
    expect(read('e.test', 'SOA', [{ name: 'e.test', type: 'SOA', ttl: 1, data }]).answers[0]?.value).toBe(
      'ns1.e.test root.e.test 7 1 2 3 4',
    )
  })

  test('HTTPS is shown with its parameters by name', () => {
    const rdata = Buffer.from(
      '000100000100060268320268330003000201bb00040004010203040006001020010db8000000000000000000000001',
      'hex',
    )
    const message = encoded('e.test', 'A', [])
    message.writeUInt16BE(65, message.length - 4)
    message.writeUInt16BE(1, 6)
    const record = Buffer.from('c00c00410001000000050000', 'hex')
    record.writeUInt16BE(rdata.length, 10)
    const { answers } = readMessage(Buffer.concat([message, record, rdata]), ID, { name: 'e.test', type: 'HTTPS' })
    expect(answers[0]?.value).toBe('1 . alpn=h2,h3 port=443 ipv4hint=1.2.3.4 ipv6hint=2001:db8::1')
  })

  test('aliases are followed in order, and what stands beside them is left out', () => {
    const answers = [
      { name: 'b.test', type: 'A', ttl: 60, data: '192.0.2.2' },
      { name: 'www.e.test', type: 'CNAME', ttl: 60, data: 'b.test' },
      { name: 'evil.test', type: 'A', ttl: 60, data: '192.0.2.66' },
    ]
    expect(read('www.e.test', 'A', answers).answers.map(({ type, value }) => `${type} ${value}`)).toEqual([
      'CNAME b.test',
      'A 192.0.2.2',
    ])
  })

  test('of aliases that go round in a circle end', () => {
    const round = [
      { name: 'a.test', type: 'CNAME', ttl: 60, data: 'b.test' },
      { name: 'b.test', type: 'CNAME', ttl: 60, data: 'a.test' },
    ]
    expect(read('a.test', 'A', round).answers).toHaveLength(2)
  })
})

describe('a message', () => {
  test('has its code, its AD bit and the zone of a negative answer', () => {
    const soa = {
      name: 'e.test',
      type: 'SOA',
      ttl: 1,
      data: { mname: 'a.test', rname: 'b.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
    }
    expect(read('x.e.test', 'A', [], { flags: 0x81a3, authorities: [soa] })).toMatchObject({
      rcode: 'NXDOMAIN',
      ad: true,
      zone: 'e.test',
      answers: [],
    })
  })

  test('for another id, name or type, and a query, is somebody else’s', () => {
    const message = encoded('e.test', 'A', [])
    expect(() => readMessage(message, 1, { name: 'e.test', type: 'A' })).toThrow(OtherQuestion)
    expect(() => readMessage(message, ID, { name: 'f.test', type: 'A' })).toThrow(OtherQuestion)
    expect(() => readMessage(message, ID, { name: 'e.test', type: 'AAAA' })).toThrow(OtherQuestion)
    expect(() => readMessage(encodeQuery(ID, 'e.test', 'A'), ID, { name: 'e.test', type: 'A' })).toThrow(OtherQuestion)
  })

  test('whose names point forward or at themselves is none', () => {
    const message = Buffer.concat([encoded('e.test', 'A', []), Buffer.from('c018000100010000003c0004c0000201', 'hex')])
    message.writeUInt16BE(1, 6)
    expect(() => readMessage(message, ID, { name: 'e.test', type: 'A' })).toThrow(BadMessage)
  })

  test('of any bytes is read or refused, whatever they are', () => {
    const whole = encoded('e.test', 'MX', [
      { name: 'e.test', type: 'MX', ttl: 300, data: { preference: 1, exchange: 'mx.e.test' } },
    ])
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
      // A real one, damaged.
      fc.tuple(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length)).map(([at, byte, length]) => {
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        return damaged.subarray(0, length)
      }),
    )
    fc.assert(
      fc.property(bytes, (some) => {
        const read = attempt(() => readMessage(some, ID, { name: 'e.test', type: 'MX' }))
        expect(!(read instanceof Error) || read instanceof BadMessage || read instanceof OtherQuestion).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
