import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

import { afterEach, describe, expect, test } from 'vitest'

import { Unreachable } from './denied.ts'
import { createResolver } from './resolve-name.ts'

const A = 1
const AAAA = 28

type Say = { code?: number; addresses?: readonly Buffer[] } | null

const servers: Socket[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A DNS server that says of each question what it is told to (RFC 1035); null says nothing. */
async function dnsServer(say: (name: string, type: number) => Say): Promise<string> {
  const server = createSocket('udp4')
  servers.push(server)
  server.on('message', (query, from) => {
    const { name, type, end } = questionIn(query)
    const answer = say(name, type)
    if (answer === null) return
    const { code = 0, addresses = [] } = answer
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(addresses.length, 6)
    header.writeUInt32BE(0, 8)
    const records = addresses.map((address) => {
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      // TTL 0: nobody may keep it.
      record.writeUInt16BE(address.length, 10)
      return Buffer.concat([record, address])
    })
    server.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${server.address().port}`
}

function questionIn(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const V4 = Buffer.from([93, 184, 216, 34])
const V6 = Buffer.from('26064700000000000000000000001111', 'hex')

const resolverFor = async (say: Parameters<typeof dnsServer>[0], timeoutMs = 20_000) =>
  createResolver({ timeoutMs, servers: [await dnsServer(say)] })

describe('a name', () => {
  test('has the addresses of both families', async () => {
    const resolve = await resolverFor((_name, type) => ({ addresses: [type === A ? V4 : V6] }))
    expect(await resolve('a.example.com')).toEqual(['93.184.216.34', '2606:4700::1111'])
  })

  test('is asked for as it is, without search domains, and anew each time', async () => {
    const asked: string[] = []
    const resolve = await resolverFor((name, type) => {
      asked.push(`${name} ${type}`)
      return { addresses: type === A ? [V4] : [] }
    })
    await resolve('a.example.com')
    await resolve('a.example.com')
    expect(asked.toSorted()).toEqual(['a.example.com 1', 'a.example.com 1', 'a.example.com 28', 'a.example.com 28'])
  })

  test.each([
    ['does not exist', 3],
    ['has no address', 0],
  ])('that %s has none', async (_what, code) => {
    expect(await (await resolverFor(() => ({ code })))('a.example.com')).toEqual([])
  })

  test.each([
    ['server failure', 2],
    ['refused', 5],
  ])('with %s for one family is what the other says', async (_what, code) => {
    const resolve = await resolverFor((_name, type) => (type === AAAA ? { code } : { addresses: [V4] }))
    expect(await resolve('a.example.com')).toEqual(['93.184.216.34'])
  })

  test('with server failure for both could not be asked', async () => {
    await expect((await resolverFor(() => ({ code: 2 })))('a.example.com')).rejects.toThrow(Unreachable)
  })

  test('nobody answers for could not be asked, after the time it has', async () => {
    await expect((await resolverFor(() => null, 150))('a.example.com')).rejects.toThrow(Unreachable)
  })

  test('of /etc/hosts is not known', async () => {
    const asked: string[] = []
    const resolve = await resolverFor((name) => {
      asked.push(name)
      return { code: 3 }
    })
    expect(await resolve('localhost.example.com')).toEqual([])
    expect(asked).toContain('localhost.example.com')
  })
})
