import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

import { StartFailure } from './start-failure.ts'

/** Below the ports that systems give to outgoing connections, which could take a port before its process listens. */
const FIRST_PORT = 20_000
const PORTS = 12_000
const TRIES = 100
let nextPort = randomInt(PORTS)

/** Returns a free port of 127.0.0.1: the preferred one if possible. Throws a StartFailure when none is found. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await tryPort('127.0.0.1', preferred)).error === undefined) return preferred
  for (let tries = 0; tries < TRIES; tries += 1) {
    // Each process goes on from a place of its own, so that two of them seldom pick the same port at once.
    const port = FIRST_PORT + (nextPort++ % PORTS)
    if ((await tryPort('127.0.0.1', port)).error === undefined) return port
  }
  throw new StartFailure(`None of ${TRIES} ports of 127.0.0.1 from ${FIRST_PORT} up is free.`)
}

/** Returns the port for callers; 0 picks a free one. Throws a StartFailure when it cannot be listened on. */
export async function claimablePort(host: string, port: number): Promise<number> {
  const { error, port: bound } = await tryPort(host, port)
  if (error === undefined) return bound
  const reason =
    {
      EADDRINUSE: `Port ${port} on ${host} is in use. Stop what listens there, or set PORT to another.`,
      EACCES: `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one it has, such as 127.0.0.1.`,
      ENOTFOUND: `HOST ${host} is not a known address. Set it to one of this machine, such as 127.0.0.1.`,
    }[error] ?? `Cannot listen on ${host} port ${port} (${error}). Set HOST and PORT to what this machine has.`
  throw new StartFailure(reason)
}

function tryPort(host: string, port: number): Promise<{ port: number; error?: string }> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ port, error: error.code ?? error.message }))
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      server.close(() => resolve({ port: bound }))
    })
  })
}
