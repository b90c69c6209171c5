import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { expect, test } from 'vitest'

import { postgresHints } from './postgres-hints.ts'

test('a database that takes connections and never answers holds nobody up', async () => {
  const open = new Set<Socket>()
  const server = createServer((socket) => void open.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  const troubles: Error[] = []
  const hints = postgresHints(`postgres://nobody@127.0.0.1:${port}/nothing`, (error) => void troubles.push(error))
  await hints.subscribe('here', () => undefined)
  expect(troubles).toHaveLength(1)
  await hints.close()
  for (const socket of open) socket.destroy()
  server.close()
  await once(server, 'close')
})
