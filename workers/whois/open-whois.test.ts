import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { createLog } from '#shared/log.ts'

import { createPolicy } from '../egress/policy.ts'
import { openWhois } from './open-whois.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A WHOIS server that answers each line; null hangs up, undefined says nothing. */
async function serve(answer: (line: string) => string | Buffer | null | undefined) {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (chunk: Buffer) => {
      const line = chunk.toString()
      asked.push(line)
      const told = answer(line.trim())
      if (told === null) socket.destroy()
      else if (told !== undefined) socket.end(told)
    })
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe: a TCP server has a port.
  return { asked, port: (server.address() as AddressInfo).port }
}

const signal = new AbortController().signal
function open(root: string, allow: string) {
  const policy = createPolicy({
    allow: parseEgressAllow(allow),
    resolveName: async () => ['127.0.0.1'],
    ownNames: [],
    ownAddresses: () => new Set(),
  })
  return openWhois({ root, policy, log: createLog('silent') })
}

describe('WHOIS', () => {
  test('is asked at the server that the root names, which is asked for once', async () => {
    const registry = await serve((line) => `Domain Name: ${line}\r\n`)
    const root = await serve(() => `% IANA WHOIS server\ndomain: IO\n\nwhois:        whois.test:${registry.port}\n`)
    const whois = open(
      `root.test:${root.port}`,
      `root.test:${root.port}=127.0.0.1,whois.test:${registry.port}=127.0.0.1`,
    )
    expect(await whois.ask('acme.io', signal)).toMatchObject({
      server: `whois.test:${registry.port}`,
      text: 'Domain Name: acme.io\r\n',
    })
    await whois.ask('other.io', signal)
    expect([root.asked, registry.asked]).toEqual([['io\r\n'], ['acme.io\r\n', 'other.io\r\n']])
  })

  test('of an ending without a server is none, and so is all of it where it is off', async () => {
    const root = await serve(() => 'domain: XX\nstatus: ACTIVE\n')
    expect(await open(`root.test:${root.port}`, `root.test:${root.port}=127.0.0.1`).ask('acme.xx', signal)).toBeNull()
    expect(await open('off', '').ask('acme.io', signal)).toBeNull()
  })

  test('is not asked at a private address, whatever the root says', async () => {
    const root = await serve(() => 'whois: 10.0.0.1\n')
    const whois = open(`root.test:${root.port}`, `root.test:${root.port}=127.0.0.1`)
    await expect(whois.ask('acme.io', signal)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('that hangs up says nothing, and one that is not there is an outage', async () => {
    const root = await serve(() => null)
    const whois = open(`root.test:${root.port}`, `root.test:${root.port}=127.0.0.1`)
    await expect(whois.ask('acme.io', signal)).resolves.toBeNull()
    const closed = open('root.test:1', 'root.test:1=127.0.0.1')
    await expect(closed.ask('acme.io', signal)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: { extra: { tried: [{ source: 'root.test:1', problem: 'unreachable' }] } },
    })
  })

  test('is read up to 64 KB, as UTF-8 or else Latin-1', async () => {
    const registry = await serve((line) =>
      line === 'long.io' ? Buffer.alloc(200_000, 'x') : Buffer.from([0x4d, 0xfc]),
    )
    const root = await serve(() => `refer: whois.test:${registry.port}`)
    const whois = open(
      `root.test:${root.port}`,
      `root.test:${root.port}=127.0.0.1,whois.test:${registry.port}=127.0.0.1`,
    )
    expect((await whois.ask('long.io', signal))?.text).toHaveLength(65_536)
    expect((await whois.ask('acme.io', signal))?.text).toBe('Mü')
  })

  test('is given up when nobody waits any more', async () => {
    const root = await serve(() => undefined)
    const whois = open(`root.test:${root.port}`, `root.test:${root.port}=127.0.0.1`)
    const stop = new AbortController()
    const asked = whois.ask('acme.io', stop.signal)
    setImmediate(() => stop.abort(new Error('gone')))
    await expect(asked).rejects.toThrow('gone')
  })
})
