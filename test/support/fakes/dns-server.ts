import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

import packet, { type Answer, type Packet } from 'dns-packet'

/** What the server does with one question: records, a code without records, raw bytes, or nothing at all. */
export type DnsTold =
  | { answers: Answer[]; authorities?: Answer[]; ad?: boolean }
  | { rcode: number; soa?: string }
  | { raw: (query: Packet) => Buffer[] }
  | 'silent'
  /** Too large for UDP: it says so there, and answers by TCP. */
  | { truncated: Answer[] }

export type DnsServer = {
  port: number
  asked: string[]
  zone: Record<string, DnsTold>
  /** As DNS_RESOLVERS names it. */
  setting: (name?: string) => string
  close: () => Promise<void>
}

/**
 * A small DNS server on loopback, UDP and TCP on one port. `zone` maps `name TYPE` to what is told; other types of
 * such a name are empty, other names do not exist. `asked` lists what came in, `udp name TYPE` or `tcp name TYPE`. `when`
 * runs what answers by UDP, at once unless said.
 */
export async function startDnsServer(
  zone: Record<string, DnsTold>,
  when = (answer: () => void) => answer(),
): Promise<DnsServer> {
  const asked: string[] = []
  const answersTo = (bytes: Buffer, how: 'udp' | 'tcp'): Buffer[] => {
    const query = packet.decode(bytes)
    const [question] = query.questions ?? []
    const key = `${question?.name} ${question?.type}`
    asked.push(`${how} ${key}`)
    const exists = Object.keys(zone).some((known) => known.startsWith(`${question?.name} `))
    const told = zone[key] ?? (exists ? { answers: [] } : { rcode: NXDOMAIN })
    if (told === 'silent') return []
    if ('raw' in told) return told.raw(query)
    return [packet.encode(messageFor(query, told, how))]
  }

  const udp = createSocket('udp4')
  udp.on('message', (bytes, from) => {
    when(() => {
      for (const answer of answersTo(bytes, 'udp')) udp.send(answer, from.port, from.address)
    })
  })
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const { port } = udp.address()

  const open = new Set<Socket>()
  const tcp = createServer((socket) => {
    open.add(socket)
    let got = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk])
      if (got.length < 2 || got.length < 2 + got.readUInt16BE()) return
      for (const answer of answersTo(got.subarray(2), 'tcp')) {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        socket.write(Buffer.concat([length, answer]))
      }
    })
  })
  try {
    await once(tcp.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    udp.close()
    // Free for UDP is not always free for TCP.
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return startDnsServer(zone, when)
    throw error
  }

  return {
    port,
    asked,
    zone,
    setting: (name = 'local') => `${name}=127.0.0.1:${port}`,
    async close() {
      udp.close()
      for (const socket of open) socket.destroy()
      await new Promise((done) => tcp.close(done))
    },
  }
}

const NXDOMAIN = 3
const RESPONSE_FLAGS = { recursionDesired: 1 << 8, recursionAvailable: 1 << 7, truncated: 1 << 9, authentic: 1 << 5 }

function messageFor(query: Packet, told: Exclude<DnsTold, 'silent' | { raw: unknown }>, how: 'udp' | 'tcp'): Packet {
  const flags = RESPONSE_FLAGS.recursionDesired | RESPONSE_FLAGS.recursionAvailable
  const base: Packet = { type: 'response', id: query.id ?? 0, flags, questions: query.questions ?? [] }
  if ('rcode' in told) {
    const authorities: Answer[] = told.soa === undefined ? [] : [soaOf(told.soa)]
    return { ...base, flags: flags | told.rcode, authorities }
  }
  if ('truncated' in told) {
    return how === 'udp' ? { ...base, flags: flags | RESPONSE_FLAGS.truncated } : { ...base, answers: told.truncated }
  }
  const ad = told.ad === true ? RESPONSE_FLAGS.authentic : 0
  return { ...base, flags: flags | ad, answers: told.answers, authorities: told.authorities ?? [] }
}

/** The SOA record of a zone. */
export const soaOf = (zone: string): Answer => ({
  name: zone,
  type: 'SOA',
  ttl: 300,
  data: {
    mname: `ns1.${zone}`,
    rname: `hostmaster.${zone}`,
    serial: 1,
    refresh: 7_200,
    retry: 900,
    expire: 1_209_600,
    minimum: 300,
  },
})
