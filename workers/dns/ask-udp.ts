import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

import { type DnsMessage, OtherQuestion } from '#shared/engines/dns/read-message.ts'

export type Place = { address: string; port: number }
/** Parses an answer. Throws OtherQuestion if it does not match the query. */
export type ReadDns = (bytes: Buffer) => DnsMessage

/**
 * Sends a query by UDP from a random port and waits for its answer. Ignores datagrams that answer another query.
 * Rejects with the signal's reason, a socket error, or what `read` throws.
 */
export function askUdp(
  { address, port }: Place,
  query: Buffer,
  read: ReadDns,
  signal: AbortSignal,
): Promise<DnsMessage> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<DnsMessage>()
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  socket.on('error', reject)
  socket.on('message', (bytes) => {
    try {
      resolve(read(bytes))
    } catch (error) {
      if (!(error instanceof OtherQuestion)) reject(error)
    }
  })
  // A connected socket drops datagrams of other senders and reports closed ports.
  socket.connect(port, address, () => {
    if (!signal.aborted) socket.send(query)
  })
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.close()
  })
}
