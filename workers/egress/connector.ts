import type { Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

import type { buildConnector } from 'undici'

import { Unreachable } from './denied.ts'
import { dial } from './dial.ts'
import type { EgressPolicy } from './policy.ts'

type Connector = buildConnector.connector

/** Facts of an established connection. Times are in milliseconds. */
export type Connected = { dnsMs: number; connectMs: number; tlsMs: number | null; socket: Socket | TLSSocket }

const TLS_MS = 5_000

/**
 * Connector for undici that enforces the egress policy: resolve, judge, dial a vetted address, verify the peer, then
 * TLS with the host name. undici never sees an address and never queries DNS.
 */
export function guardedConnector(
  policy: EgressPolicy,
  options: { inspect?: (connected: Connected) => void; dial?: typeof dial } = {},
): Connector {
  const { inspect, dial: open = dial } = options
  return ({ hostname, port, protocol }, answer) => {
    const isTls = protocol === 'https:'
    const make = async () => {
      const began = performance.now()
      const destination = await policy.resolve(hostname, Number(port || (isTls ? 443 : 80)))
      const resolved = performance.now()
      const plain = await open(destination)
      const connected = performance.now()
      const socket = isTls ? await secure(plain, hostname, inspect !== undefined) : plain
      inspect?.({
        dnsMs: resolved - began,
        connectMs: connected - resolved,
        tlsMs: isTls ? performance.now() - connected : null,
        socket,
      })
      return socket
    }
    make().then(
      (socket) => answer(null, socket),
      (error: unknown) => answer(error instanceof Error ? error : new Unreachable('no connection'), null),
    )
  }
}

/**
 * Starts TLS on a vetted connection, with the host name for SNI and certificate verification. With `inspecting` it
 * accepts any certificate, to report it, and offers HTTP/2.
 */
function secure(socket: Socket, hostname: string, inspecting: boolean): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>()
  const secured = connectTls({
    socket,
    host: hostname,
    ...(/^[\d.]+$|:/.test(hostname) ? {} : { servername: hostname }),
    ALPNProtocols: inspecting ? ['h2', 'http/1.1'] : ['http/1.1'],
    rejectUnauthorized: !inspecting,
    minVersion: 'TLSv1.2',
  })
  const fail = (error: Error) => {
    clearTimeout(timer)
    secured.destroy()
    reject(new Unreachable('no TLS', { cause: error }))
  }
  const timer = setTimeout(() => fail(new Error('TLS took too long')), TLS_MS)
  const onClose = () => fail(new Error('closed'))
  secured.once('error', fail)
  secured.once('close', onClose)
  secured.once('secureConnect', () => {
    clearTimeout(timer)
    secured.off('error', fail)
    secured.off('close', onClose)
    resolve(secured)
  })
  return promise
}
