import type { MediaType } from '#shared/media/media-limits.ts'

/** EBML's element that holds everything (RFC 8794, 11.2; Matroska's Segment). */
const SEGMENT = 0x18538067

/**
 * Whether a video file ends before its own outline does. Players and parsers show what is there and do not say so; an
 * upload that was cut off is refused instead.
 */
export const isCutOff = (bytes: Buffer, type: MediaType): boolean =>
  type === 'video/webm' ? segmentIsCutOff(bytes) : boxesAreCutOff(bytes)

/** ISO/IEC 14496-12, 4.2: boxes one after the other, each with its size, until the end of the file. */
function boxesAreCutOff(bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return true
    const size = bytes.readUInt32BE(at)
    // To the end of the file.
    if (size === 0) return false
    if (size === 1 && at + 16 > bytes.length) return true
    const whole = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (whole < (size === 1 ? 16 : 8)) return true
    at += whole
  }
  return at > bytes.length
}

function segmentIsCutOff(bytes: Buffer): boolean {
  // The header, which says it is EBML and how long it is.
  const header = variableInt(bytes, 4)
  if (header === null || header.value === null) return true
  const at = header.end + header.value
  if (at + 4 > bytes.length || bytes.readUInt32BE(at) !== SEGMENT) return true
  const segment = variableInt(bytes, at + 4)
  if (segment === null) return true
  // A recording that was written as it came does not know its length.
  return segment.value !== null && segment.end + segment.value > bytes.length
}

/** RFC 8794, 4: the number of leading zeros is the number of bytes that follow; all ones means unknown. */
function variableInt(bytes: Buffer, at: number): { value: number | null; end: number } | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const more = Math.clz32(first) - 24
  if (at + more >= bytes.length) return null
  let value = first & (0x7f >> more)
  let isUnknown = value === 0x7f >> more
  for (let next = 1; next <= more; next += 1) {
    const byte = bytes[at + next] ?? 0
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value: isUnknown ? null : value, end: at + 1 + more }
}
