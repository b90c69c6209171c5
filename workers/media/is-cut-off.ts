import type { MediaType } from '#shared/media/media-limits.ts'

/** EBML id of Matroska's Segment, which contains everything (RFC 8794, 11.2). */
const SEGMENT = 0x18538067

/**
 * Whether a video file is truncated, judged by its declared sizes. Parsers would accept what is there without an error.
 */
export const isCutOff = (bytes: Buffer, type: MediaType): boolean =>
  type === 'video/webm' ? segmentIsCutOff(bytes) : boxesAreCutOff(bytes)

/** Walks the boxes of ISO/IEC 14496-12, 4.2: size and type each, until the end of the file. */
function boxesAreCutOff(bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return true
    const size = bytes.readUInt32BE(at)
    // Size 0: the box extends to the end of the file.
    if (size === 0) return false
    if (size === 1 && at + 16 > bytes.length) return true
    const whole = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (whole < (size === 1 ? 16 : 8)) return true
    at += whole
  }
  return at > bytes.length
}

function segmentIsCutOff(bytes: Buffer): boolean {
  // The EBML header with its length.
  const header = variableInt(bytes, 4)
  if (header === null || header.value === null) return true
  const at = header.end + header.value
  if (at + 4 > bytes.length || bytes.readUInt32BE(at) !== SEGMENT) return true
  const segment = variableInt(bytes, at + 4)
  if (segment === null) return true
  // A live recording has an unknown length.
  return segment.value !== null && segment.end + segment.value > bytes.length
}

/** Reads a variable-size integer (RFC 8794, 4): leading zeros count the following bytes, all ones means unknown. */
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
