import type { DnsQuestion, DnsRecord } from '#shared/doors/dns.ts'

import { BadMessage, ByteReader } from './byte-reader.ts'
import { readRdata } from './read-rdata.ts'
import { RCODES, TYPE_CODES, TYPE_NAMES } from '#shared/lib/network/dns-record-types.rules.ts'

const RESPONSE = 0x8000
const TRUNCATED = 0x0200
const AUTHENTIC = 0x0020
const OPT = 41
/** Records of one answer that are read; TCP carries no more than a few thousand. */
const MOST_RECORDS = 4_000

export type DnsMessage = {
  id: number
  isTruncated: boolean
  rcode: string
  ad: boolean
  answers: DnsRecord[]
  zone: string | null
}

/** The id or the question does not match: another query's answer, or a forged one. */
export class OtherQuestion extends Error {
  override readonly name = 'OtherQuestion'
}

/**
 * Reads an answer to a question (RFC 1035, 6891). Throws OtherQuestion when it answers another question, BadMessage
 * when it is malformed. Records of other types, such as signatures, are ignored, as are records outside the chain of
 * aliases that begins at the requested name.
 */
export function readMessage(bytes: Buffer, id: number, { name, type }: DnsQuestion): DnsMessage {
  const reader = new ByteReader(bytes)
  const gotId = reader.u16()
  const flags = reader.u16()
  const [questions, answers, authorities, additionals] = [reader.u16(), reader.u16(), reader.u16(), reader.u16()]
  if (gotId !== id || (flags & RESPONSE) === 0) throw new OtherQuestion('another id')
  if (questions !== 1) throw new OtherQuestion('not one question')
  const isSame = reader.domain() === name && reader.u16() === TYPE_CODES[type] && reader.u16() === 1
  if (!isSame) throw new OtherQuestion('another question')
  const isTruncated = (flags & TRUNCATED) !== 0
  if (answers + authorities + additionals > MOST_RECORDS) throw new BadMessage('more records than there are')
  const sections: Section = { answers: [], authority: [], extended: 0 }
  try {
    for (let i = 0; i < answers; i += 1) readRecord(reader, sections, sections.answers)
    for (let i = 0; i < authorities; i += 1) readRecord(reader, sections, sections.authority)
    for (let i = 0; i < additionals; i += 1) readRecord(reader, sections, null)
  } catch (error) {
    // A truncated answer is requested again over TCP.
    if (!isTruncated || !(error instanceof BadMessage)) throw error
  }
  const code = (sections.extended << 4) | (flags & 0x0f)
  return {
    id,
    isTruncated,
    rcode: RCODES[code] ?? `RCODE${code}`,
    ad: (flags & AUTHENTIC) !== 0,
    answers: chainFrom(name, type, sections.answers),
    zone: sections.authority.find((record) => record.type === 'SOA')?.name ?? null,
  }
}

type Section = { answers: DnsRecord[]; authority: DnsRecord[]; extended: number }

function readRecord(reader: ByteReader, sections: Section, into: DnsRecord[] | null): void {
  const name = reader.domain()
  const code = reader.u16()
  const recordClass = reader.u16()
  const ttl = reader.u32()
  const data = reader.part(reader.u16())
  if (code === OPT) sections.extended = ttl >>> 24
  const type = TYPE_NAMES.get(code)
  if (into === null || type === undefined || recordClass !== 1) return
  // RFC 2181, 8: a time to live with the high bit set is zero.
  into.push({ name, type, ttl: ttl > 0x7fffffff ? 0 : ttl, ...readRdata(type, data) })
}

/** The records of the requested name and of the chain of aliases from it, in order, and no others. */
function chainFrom(name: string, type: DnsQuestion['type'], records: readonly DnsRecord[]): DnsRecord[] {
  const chain: DnsRecord[] = []
  const seen = new Set<string>()
  let at: string | undefined = name
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    const own = records.filter((record) => record.name === at)
    const alias = own.find((record) => record.type === 'CNAME')
    chain.push(...own.filter((record) => record.type === type))
    if (alias === undefined || type === 'CNAME') break
    chain.push(alias)
    at = alias.value
  }
  return chain
}
