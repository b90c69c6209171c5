import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client's address: the socket's, or with `trustedHops` proxies the one that the outermost trusted proxy saw.
 * Addresses that a client itself writes into X-Forwarded-For are ignored.
 */
export function callerAddress(request: IncomingMessage, trustedHops: number): string {
  const socket = plain(request.socket.remoteAddress ?? '')
  const forwarded = request.headers['x-forwarded-for']
  if (trustedHops === 0 || forwarded === undefined) return socket
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').map((hop) => hop.trim())
  const seen = plain(hops[Math.max(0, hops.length - trustedHops)] ?? '')
  return isIP(seen) === 0 ? socket : seen
}

const plain = (address: string) => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address)
