import { type DnsTypeName, TYPE_CODES } from '#shared/lib/network/dns-record-types.rules.ts'

/** Recursion desired, and: say whether you validated (RFC 6840, 5.7). */
const FLAGS = 0x0120
/** Largest message that passes every network without fragmentation (DNS flag day 2020). */
const UDP_BYTES = 1_232
const DNSSEC_OK = 0x8000

/** One question as a DNS message (RFC 1035), with EDNS(0) and DNSSEC records wanted. The name is a valid A-label name. */
export function encodeQuery(id: number, name: string, type: DnsTypeName): Buffer {
  const labels = name.split('.').map((label) => {
    const bytes = Buffer.from(label, 'latin1')
    return Buffer.concat([Buffer.from([bytes.length]), bytes])
  })
  const header = Buffer.alloc(12)
  header.writeUInt16BE(id, 0)
  header.writeUInt16BE(FLAGS, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(1, 10)
  const question = Buffer.alloc(5)
  question.writeUInt16BE(TYPE_CODES[type], 1)
  question.writeUInt16BE(1, 3)
  const edns = Buffer.alloc(11)
  edns.writeUInt16BE(41, 1)
  edns.writeUInt16BE(UDP_BYTES, 3)
  edns.writeUInt16BE(DNSSEC_OK, 7)
  return Buffer.concat([header, ...labels, question, edns])
}
