import { connect as connectTo, isIP, type Socket } from 'node:net'

import { Denied, Unreachable } from './denied.ts'
import { canonicalAddress } from '#shared/lib/network/public/judge-address.ts'
import type { Destination } from './policy.ts'

const CONNECT_MS = 3_000

/**
 * Opens a TCP connection to one of the vetted addresses, never to the name, and verifies the peer address. Throws
 * Unreachable, or Denied for a peer that was not vetted.
 */
export function dial(
  { addresses, port }: Destination,
  { timeoutMs = CONNECT_MS, connect = connectTo }: { timeoutMs?: number; connect?: typeof connectTo } = {},
): Promise<Socket> {
  const [first = ''] = addresses
  const candidates = addresses.map((address) => ({ address, family: isIP(address) }))
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({
    // Several addresses are raced in the given order (RFC 8305). A single one is passed literally.
    host: addresses.length === 1 ? first : 'vetted.invalid',
    lookup: (_name, _options, answer) => answer(null, candidates),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 250,
    port,
    noDelay: true,
  })
  const fail = (error: Error) => {
    clearTimeout(timer)
    socket.destroy()
    reject(error)
  }
  const timer = setTimeout(() => fail(new Unreachable('no connection in time')), timeoutMs)
  const onError = (error: Error) => fail(new Unreachable('no connection', { cause: error }))
  socket.once('error', onError)
  socket.once('connect', () => {
    clearTimeout(timer)
    const peer = canonicalAddress(socket.remoteAddress ?? '')
    if (socket.remotePort !== port || !addresses.some((address) => canonicalAddress(address) === peer)) {
      fail(new Denied('peer'))
      return
    }
    socket.off('error', onError)
    resolve(socket)
  })
  return promise
}
