import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'

import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { openEgress } from '#workers/egress/open-egress.ts'
import { createPolicy, type ResolveName } from '#workers/egress/policy.ts'

import { listedNames } from '../hostile/ssrf-urls.ts'

export type Lab = Awaited<ReturnType<typeof openLab>>

/**
 * Guarded egress beside real servers on this machine: `site` is reached by an exception under a name, the canary listens
 * on loopback, both families, and counts whoever comes. Denials do not wait; how long they would have is in `pauses`.
 */
export async function openLab(options: { resolveName?: ResolveName; allow?: string } = {}) {
  const closing: (() => Promise<void>)[] = []
  const canary = { hits: 0 }
  const lure = createTcpServer((socket) => {
    canary.hits++
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret')
  })
  // Both families where the machine has both.
  const canaryPort = await listen(lure, '::').catch(() => listen(lure, '127.0.0.1'))
  closing.push(() => closed(lure))

  const exceptions = parseEgressAllow(options.allow ?? '')
  const pauses: number[] = []
  const policyWith = (allow: readonly ReturnType<typeof parseEgressAllow>[number][]) =>
    createPolicy({
      allow,
      resolveName: options.resolveName ?? listedNames,
      ownNames: ['our-own.example.org'],
      ownAddresses: () => new Set(['93.184.216.99']),
      ports: new Set([80, 443, 8080, 8443, canaryPort]),
    })
  const allowed = [...exceptions]
  let policy = policyWith(allowed)
  const egress = openEgress({
    policy: { admit: (url) => policy.admit(url), resolve: (host, port) => policy.resolve(host, port) },
    userAgent: 'lab/1',
    pause: async (ms) => void pauses.push(ms),
    now: () => new Date('2026-11-20T12:00:00.000Z'),
  })
  const open = (name: string, port: number) => {
    allowed.push(...parseEgressAllow(`${name}:${port}=127.0.0.1`))
    policy = policyWith(allowed)
  }
  return {
    egress,
    canary,
    canaryPort,
    pauses,
    get policy() {
      return policy
    },
    /** Opens what already listens on this machine, under a name. */
    open,
    /** A site of its own, reached as `http://NAME:PORT`. */
    async site(listener: RequestListener, name = 'site.test') {
      const server = createServer(listener)
      const port = await listen(server, '127.0.0.1')
      closing.push(() => closed(server))
      open(name, port)
      return `http://${name}:${port}`
    },
    /** A server that writes what it likes, byte by byte. */
    async rawSite(onConnection: (socket: Socket) => void, name = 'raw.test') {
      const server = createTcpServer((socket) => {
        socket.on('error', () => undefined)
        onConnection(socket)
      })
      const port = await listen(server, '127.0.0.1')
      closing.push(() => closed(server))
      open(name, port)
      return `http://${name}:${port}`
    },
    async close() {
      for (const close of closing) await close()
    },
  }
}

async function listen(server: Server | TcpServer, host: string): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.once('close-all', () => {
    for (const socket of sockets) socket.destroy()
  })
  server.listen(0, host)
  await once(server, 'listening')
  // Safe: a TCP server that listens has a port.
  return (server.address() as AddressInfo).port
}

async function closed(server: Server | TcpServer): Promise<void> {
  server.emit('close-all')
  server.close()
  await once(server, 'close')
}
