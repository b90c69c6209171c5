import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import { isObject } from '#shared/engines/json/json-value.ts'

/** "PAYMENT-REQUIRED", a colon and a space, and the line's end. */
const LINE_OVERHEAD = 20
const MOST_CONTRIBUTORS = 10
/** A parent that is little more than one child is left out: the child says it better. */
const SAYS_THE_SAME = 0.95

/** Where a header line stops, as the programs are delivered. */
const PLATFORMS = [
  { name: 'nginx, one header line', limit_bytes: 8_192 },
  { name: 'Node.js, all headers together', limit_bytes: 16_384 },
  { name: 'AWS ALB, one header line', limit_bytes: 16_384 },
  { name: 'Cloudflare, all headers together', limit_bytes: 131_072 },
]

export type Contributor = { path: string; bytes: number; pct: number }

/** Sizes of a document as a PAYMENT-REQUIRED header. `bytes` of a contributor are the header bytes it takes. */
export function measureHeader(document: unknown) {
  const total = bytesOf(document)
  const value = encodedBytes(total)
  const line = value + LINE_OVERHEAD
  return {
    json_bytes: total,
    header_value_bytes: value,
    header_line_bytes: line,
    contributors: contributorsOf(document, total),
    platforms: PLATFORMS.map(({ name, limit_bytes }) => ({ name, limit_bytes, fits: line <= limit_bytes })),
  }
}

/** UTF-8 bytes of the JSON of a value, without white space. */
export const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? 'null')

/** Base64 characters of so many bytes. */
export const encodedBytes = (bytes: number) => 4 * Math.ceil(bytes / 3)

/** Header bytes saved when so many bytes of JSON go. */
export const savedBytes = (total: number, less: number) => encodedBytes(total) - encodedBytes(Math.max(0, total - less))

function contributorsOf(document: unknown, total: number): Contributor[] {
  const found: { path: string; size: number }[] = []
  measure(document, '', found)
  return found
    .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_CONTRIBUTORS)
    .map(({ path, size }) => ({
      path,
      bytes: savedBytes(total, size),
      pct: Math.round((1000 * size) / total) / 10,
    }))
}

/** Bytes of a value; notes what removing each member would save: its name, its value and one comma. */
function measure(value: unknown, at: string, found: { path: string; size: number }[]): number {
  if (!Array.isArray(value) && !isObject(value)) return bytesOf(value)
  const members = Object.entries(value)
  const isList = Array.isArray(value)
  let sum = 2 + Math.max(0, members.length - 1)
  for (const [name, member] of members) {
    const path = `${at}/${pointerToken(name)}`
    const label = isList ? 0 : bytesOf(name) + 1
    const before = found.length
    const own = measure(member, path, found)
    const size = label + own + (members.length > 1 ? 1 : 0)
    const largest = found.slice(before).reduce((most, child) => Math.max(most, child.size), 0)
    if (largest < SAYS_THE_SAME * size) found.push({ path, size })
    sum += label + own
  }
  return sum
}
