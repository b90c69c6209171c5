import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

import { type DnsMessage, OtherQuestion } from '#shared/engines/dns/read-message.ts'

export type Place = { address: string; port: number }
/** Reads what came; throws OtherQuestion for what is not our answer. */
export type ReadDns = (bytes: Buffer) => DnsMessage

/**
 * Sends a query by UDP from a port of its own and waits for its answer. Datagrams that answer something else are passed
 * over. Rejects with the signal's reason, an error of the socket, or what `read` throws.
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
  // Connected, so that the system drops what comes from anywhere else, and tells of a closed port.
  socket.connect(port, address, () => {
    if (!signal.aborted) socket.send(query)
  })
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.close()
  })
}
