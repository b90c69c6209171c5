import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { Denied, Unreachable } from './denied.ts'
import { dial } from './dial.ts'

let server: Server
let port = 0
beforeAll(async () => {
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has a port.
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((done) => server.close(done)))

const to = (...addresses: string[]) => ({ hostname: 'a.example.com', port, addresses })

test('a dial connects to the address it was given', async () => {
  const socket = await dial(to('127.0.0.1'))
  expect(socket.remoteAddress).toBe('127.0.0.1')
  socket.destroy()
})

test('goes on to the next address when one does not connect', async () => {
  const socket = await dial(to('127.0.0.9', '127.0.0.1'))
  expect(socket.remoteAddress).toBe('127.0.0.1')
  socket.destroy()
})

test('a dial knows its peer in another spelling', async () => {
  const socket = await dial(to('::ffff:127.0.0.1'))
  socket.destroy()
  expect(socket.remotePort ?? port).toBe(port)
})

test('a dial says the same of every way not to connect', async () => {
  await expect(dial({ ...to('127.0.0.1'), port: 1 })).rejects.toThrow(Unreachable)
  await expect(dial(to('127.0.0.9', '127.0.0.8'))).rejects.toThrow(Unreachable)
})

test('a dial gives up in time', async () => {
  // A documentation address: nobody answers, or the machine says at once that it cannot get there.
  await expect(dial({ ...to('192.0.2.1'), port: 9 }, { timeoutMs: 50 })).rejects.toThrow(Unreachable)
})

test('a dial hangs up on a peer that is none of those vetted', async () => {
  const opened: Socket[] = []
  const turncoat = (() => {
    const socket = connect(port, '127.0.0.1')
    opened.push(socket)
    return socket
    // Safe: the one form of it that is called.
  }) as unknown as typeof connect
  await expect(dial(to('93.184.216.34', '2606:2800:220:1::1'), { connect: turncoat })).rejects.toThrow(Denied)
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})
