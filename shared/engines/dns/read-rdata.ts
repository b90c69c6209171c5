import { BadMessage, type ByteReader, readable } from './byte-reader.ts'
import type { DnsTypeName } from '#shared/lib/network/dns-record-types.rules.ts'

export type RecordData = { value: string; priority?: number }

/** The data of a record as a zone file writes it; MX and SRV have their priority apart. Throws BadMessage. */
export function readRdata(type: DnsTypeName, data: ByteReader): RecordData {
  return READERS[type](data)
}

const name = (data: ByteReader): RecordData => ({ value: data.domain() })
const hex = (data: ByteReader) => data.bytes(data.left).toString('hex').toUpperCase()

const READERS: Readonly<Record<DnsTypeName, (data: ByteReader) => RecordData>> = {
  A: (data) => ({ value: [...data.bytes(4)].join('.') }),
  AAAA: (data) => ({ value: ipv6(data.bytes(16)) }),
  NS: name,
  CNAME: name,
  DNAME: name,
  PTR: name,
  MX: (data) => {
    const priority = data.u16()
    return { priority, value: data.domain() }
  },
  TXT: (data) => {
    // The strings of one record are one text (RFC 7208, 3.3).
    const parts: Buffer[] = []
    while (data.left > 0) parts.push(data.bytes(data.u8()))
    return { value: readable(Buffer.concat(parts)) }
  },
  SOA: (data) => {
    const words = [data.domain(), data.domain()]
    return { value: [...words, data.u32(), data.u32(), data.u32(), data.u32(), data.u32()].join(' ') }
  },
  CAA: (data) => {
    const flags = data.u8()
    const tag = data.text()
    return { value: `${flags} ${tag} "${readable(data.bytes(data.left))}"` }
  },
  SRV: (data) => {
    const priority = data.u16()
    return { priority, value: `${data.u16()} ${data.u16()} ${data.domain()}` }
  },
  DS: (data) => ({ value: `${data.u16()} ${data.u8()} ${data.u8()} ${hex(data)}` }),
  DNSKEY: (data) => ({
    value: `${data.u16()} ${data.u8()} ${data.u8()} ${data.bytes(data.left).toString('base64')}`,
  }),
  TLSA: (data) => ({ value: `${data.u8()} ${data.u8()} ${data.u8()} ${hex(data)}` }),
  HTTPS: service,
}

const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath']

/** SVCB and HTTPS (RFC 9460). */
function service(data: ByteReader): RecordData {
  const words = [String(data.u16()), data.domain()]
  while (data.left > 0) {
    const key = data.u16()
    const value = data.part(data.u16())
    const word = KEYS[key] ?? `key${key}`
    words.push(value.left === 0 ? word : `${word}=${parameter(key, value)}`)
  }
  return { value: words.join(' ') }
}

function parameter(key: number, value: ByteReader): string {
  const list = (read: () => string) => {
    const all: string[] = []
    while (value.left > 0) all.push(read())
    return all.join(',')
  }
  if (key === 0) return list(() => nameOfKey(value.u16()))
  if (key === 1) return list(() => value.text())
  if (key === 3) return String(value.u16())
  if (key === 4) return list(() => [...value.bytes(4)].join('.'))
  if (key === 5) return value.bytes(value.left).toString('base64')
  if (key === 6) return list(() => ipv6(value.bytes(16)))
  return JSON.stringify(readable(value.bytes(value.left)))
}

const nameOfKey = (key: number) => KEYS[key] ?? `key${key}`

/** Sixteen bytes in the shortest form (RFC 5952). */
function ipv6(bytes: Buffer): string {
  if (bytes.length !== 16) throw new BadMessage('no IPv6 address')
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1)
}
