import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import packet from 'dns-packet'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { parseResolvers } from '#shared/lib/network/dns-resolvers.ts'
import { createLog } from '#shared/log.ts'
import { startDnsServer } from '#test/support/fakes/dns-server.ts'

import { openDns, ownNamesOf } from './open-dns.ts'

const A = (name: string, data: string, ttl = 60) => ({ name, type: 'A', ttl, data })
const signal = new AbortController().signal
const log = createLog('silent')

let one: Awaited<ReturnType<typeof startDnsServer>>
let two: Awaited<ReturnType<typeof startDnsServer>>
beforeAll(async () => {
  one = await startDnsServer({
    'e.test A': { answers: [A('e.test', '192.0.2.1')], ad: true },
    'short.test A': { answers: [A('short.test', '192.0.2.1', 0)] },
    'big.test TXT': { truncated: [{ name: 'big.test', type: 'TXT', ttl: 60, data: 'x'.repeat(200) }] },
    'broken.test A': { rcode: 2 },
    'silent.test A': 'silent',
    'garbage.test A': { raw: () => [Buffer.from('garbage')] },
    'late.test A': {
      raw: (query) => [
        // Somebody who guesses comes first, with another id, another name, and half a message.
        packet.encode({
          type: 'response',
          id: ((query.id ?? 0) + 1) % 65_536,
          questions: query.questions ?? [],
          answers: [A('late.test', '192.0.2.66')],
        }),
        packet.encode({
          type: 'response',
          id: query.id ?? 0,
          questions: [{ name: 'other.test', type: 'A' }],
          answers: [A('other.test', '192.0.2.66')],
        }),
        packet.encode({
          type: 'response',
          id: query.id ?? 0,
          questions: query.questions ?? [],
          answers: [A('late.test', '192.0.2.1')],
        }),
      ],
    },
  })
  two = await startDnsServer({
    'e.test A': { answers: [A('e.test', '192.0.2.2')] },
    'broken.test A': { answers: [A('broken.test', '192.0.2.2')] },
    'garbage.test A': { answers: [A('garbage.test', '192.0.2.2')] },
  })
})
beforeEach(() => {
  one.asked.length = 0
  two.asked.length = 0
})
afterAll(() => Promise.all([one.close(), two.close()]))

const open = (setting = `${one.setting('one')},${two.setting('two')}`, ownNames = new Set<string>()) =>
  openDns({ resolvers: parseResolvers(setting), ownNames, log, totalMs: 4_000 })
const values = (answer: { answers: readonly { value: string }[] }) => answer.answers.map(({ value }) => value)

describe('the door to the resolvers', () => {
  test('asks the first by UDP, and says who answered and where', async () => {
    const answer = await open().ask({ name: 'e.test', type: 'A' }, signal)
    expect(answer).toMatchObject({
      resolver: 'one',
      endpoint: `dns://127.0.0.1:${one.port}`,
      rcode: 'NOERROR',
      ad: true,
      cached: false,
      answers: [{ name: 'e.test', type: 'A', ttl: 60, value: '192.0.2.1' }],
    })
    expect([one.asked, two.asked]).toEqual([['udp e.test A'], []])
  })

  test('asks by TCP for what does not fit', async () => {
    expect(values(await open().ask({ name: 'big.test', type: 'TXT' }, signal))).toEqual(['x'.repeat(200)])
    expect(one.asked).toEqual(['udp big.test TXT', 'tcp big.test TXT'])
  })

  test('passes over answers to other questions', async () => {
    expect(values(await open().ask({ name: 'late.test', type: 'A' }, signal))).toEqual(['192.0.2.1'])
  })

  test.each(['broken.test', 'garbage.test'])('asks the next when the first cannot say, as of %s', async (name) => {
    expect(await open().ask({ name, type: 'A' }, signal)).toMatchObject({ resolver: 'two', rcode: 'NOERROR' })
  })

  test('keeps an answer for its own time to live, and none without one', async () => {
    const dns = open()
    await dns.ask({ name: 'e.test', type: 'A' }, signal)
    expect(await dns.ask({ name: 'e.test', type: 'A' }, signal)).toMatchObject({ cached: true, ageS: 0 })
    await dns.ask({ name: 'short.test', type: 'A' }, signal)
    await dns.ask({ name: 'short.test', type: 'A' }, signal)
    expect(one.asked).toEqual(['udp e.test A', 'udp short.test A', 'udp short.test A'])
  })

  test('answers that a name does not exist', async () => {
    expect(await open().ask({ name: 'nowhere.test', type: 'A' }, signal)).toMatchObject({
      rcode: 'NXDOMAIN',
      answers: [],
    })
  })

  test('says SERVFAIL when all say so, and refuses when none answers', async () => {
    const only = open(one.setting('one'))
    expect(await only.ask({ name: 'broken.test', type: 'A' }, signal)).toMatchObject({ rcode: 'SERVFAIL' })
    const closed = await startDnsServer({})
    const dead = open(closed.setting('dead'))
    await closed.close()
    await expect(dead.ask({ name: 'e.test', type: 'A' }, signal)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: { extra: { tried: [{ source: 'dead', problem: 'unreachable' }] } },
    })
  })

  test('gives up a resolver that says nothing, and one that says garbage', async () => {
    expect(await open().askOne('one', { name: 'garbage.test', type: 'A' }, signal)).toMatchObject({
      problem: 'bad_response',
    })
    expect(await open().askOne('one', { name: 'silent.test', type: 'A' }, signal)).toMatchObject({ problem: 'timeout' })
    // It was sent once more: a datagram may get lost.
    expect(one.asked.filter((line) => line === 'udp silent.test A')).toHaveLength(2)
  })

  test('stops when nobody waits any more', async () => {
    const left = AbortSignal.abort(new Error('gone'))
    await expect(open().ask({ name: 'silent.test', type: 'A' }, left)).rejects.toThrow('gone')
  })

  test.each(['printer.local', 'db', '1.0.0.10.in-addr.arpa', 'postgres.example.com'])(
    'asks nobody for %s',
    async (name) => {
      const own = ownNamesOf({
        DATABASE_URL: 'postgres://u:p@postgres.example.com:5432/d',
        REDIS_URL: undefined,
        SETTLEMENT_URL: undefined,
        EGRESS_ALLOW: undefined,
      })
      await expect(open(undefined, own).ask({ name, type: 'A' }, signal)).rejects.toMatchObject({
        code: 'url_not_allowed',
      })
      expect(one.asked).toEqual([])
    },
  )
})

describe('DNS over HTTPS', () => {
  test('is asked in wire form with the id zero, and UDP where it does not answer', async () => {
    let status = 200
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const query = packet.decode(Buffer.concat(chunks))
        seen.push(`${request.method} ${request.headers['content-type']} ${query.id}`)
        const body = packet.encode({
          type: 'response',
          id: 0,
          questions: query.questions ?? [],
          answers: [A('e.test', '192.0.2.9')],
        })
        response
          .writeHead(status, { 'content-type': status === 200 ? 'application/dns-message' : 'text/html' })
          .end(body)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // Safe: a TCP server has a port.
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/dns-query`
    const dns = open(`mixed=${url}|127.0.0.1:${one.port}`)
    expect(await dns.ask({ name: 'e.test', type: 'A' }, signal)).toMatchObject({
      endpoint: url,
      answers: [{ value: '192.0.2.9' }],
    })
    status = 503
    // Whatever failed is asked last for a while.
    for (const name of ['late.test', 'short.test']) {
      expect(await dns.ask({ name, type: 'A' }, signal)).toMatchObject({ endpoint: `dns://127.0.0.1:${one.port}` })
    }
    expect(seen).toEqual(Array.from({ length: 2 }, () => 'POST application/dns-message 0'))
    server.closeAllConnections()
    server.close()
  })
})

describe('DNS_RESOLVERS', () => {
  test.each([
    'one',
    'one=',
    'One=1.1.1.1',
    'one=nowhere',
    'one=1.1.1.1:70000',
    'one=ftp://x',
    'one=1.1.1.1,one=8.8.8.8',
    '',
  ])('%j is a mistake', (text) => expect(() => parseResolvers(text)).toThrow(/resolver|not name=/))

  test('takes IPv6 addresses and ports', () => {
    expect(parseResolvers('six=2606:4700:4700::1111|[2606:4700:4700::1111]:5353')[0]?.endpoints).toEqual([
      { kind: 'udp', address: '2606:4700:4700::1111', port: 53 },
      { kind: 'udp', address: '2606:4700:4700::1111', port: 5_353 },
    ])
  })
})
