import { connect } from 'node:net'

import type { DnsMessage } from '#shared/engines/dns/read-message.ts'

import type { Place, ReadDns } from './ask-udp.ts'

/** Queries by TCP (RFC 7766), for answers that do not fit into a datagram. Rejects like askUdp. */
export function askTcp(
  { address, port }: Place,
  query: Buffer,
  read: ReadDns,
  signal: AbortSignal,
): Promise<DnsMessage> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<DnsMessage>()
  const socket = connect({ host: address, port, noDelay: true })
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  let got = Buffer.alloc(0)
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the connection was closed')))
  socket.on('connect', () => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(query.length)
    socket.write(Buffer.concat([length, query]))
  })
  socket.on('data', (chunk: Buffer) => {
    // At most 65,537 bytes, the largest length that the prefix can declare.
    got = Buffer.concat([got, chunk])
    if (got.length < 2 || got.length < 2 + got.readUInt16BE()) return
    try {
      resolve(read(got.subarray(2, 2 + got.readUInt16BE())))
    } catch (error) {
      reject(error)
    }
  })
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.destroy()
  })
}
