import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

import { createLog } from '#shared/log.ts'

import { limitConnections } from './limit-connections.ts'

const log = createLog('silent')
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

async function limitedServer(limits: Partial<Parameters<typeof limitConnections>[1]>) {
  const server = createServer((socket) => socket.on('error', () => undefined))
  limitConnections(server, { most: 100, trustedHops: 0, log, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  undo.push(() => server.close())
  return {
    server,
    /** A client from an address of the loopback network, and whether the server closed it. */
    client: (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      undo.push(() => socket.destroy())
      const seen = { socket, isClosed: false }
      socket.on('error', () => undefined)
      socket.on('close', () => (seen.isClosed = true))
      return seen
    },
    open: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
  }
}
type Client = { socket: Socket; isClosed: boolean }
const closedOf = (clients: Client[]) => clients.filter(({ isClosed }) => isClosed).length

test('an address holds so many connections and no more, until one of its own closes; others still connect', async () => {
  const { client, open } = await limitedServer({ mostOfOneAddress: 3 })
  const first = Array.from({ length: 5 }, () => client('127.0.0.2'))
  await vi.waitFor(() => expect(closedOf(first)).toBe(2))
  const other = client('127.0.0.3')
  await vi.waitFor(async () => expect(await open()).toBe(4))
  expect(other.isClosed).toBe(false)
  first.find(({ isClosed }) => !isClosed)?.socket.destroy()
  await vi.waitFor(async () => expect(await open()).toBe(3))
  const later = client('127.0.0.2')
  await vi.waitFor(async () => expect(await open()).toBe(4))
  expect(later.isClosed).toBe(false)
})

test('behind proxies of ours all connections come from few addresses, and only their sum is limited', async () => {
  const { client, open } = await limitedServer({ mostOfOneAddress: 1, trustedHops: 1, most: 5 })
  const clients = Array.from({ length: 7 }, () => client('127.0.0.2'))
  await vi.waitFor(() => expect(closedOf(clients)).toBe(2))
  expect(await open()).toBe(5)
})

test('a process whose files are fewer than its connections says so, and holds as many as it can', async () => {
  const said: string[] = []
  const telling = Object.assign(createLog('silent'), { warn: (_: unknown, text: string) => said.push(text) })
  const { server } = await limitedServer({ openFiles: 300, log: telling })
  expect(server.maxConnections).toBe(44)
  expect(said).toEqual(['this process may hold 44 connections; raise its limit of open files'])
})
