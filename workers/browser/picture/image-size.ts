/** Reads the size of a PNG, JPEG or WebP written by Chromium. Throws for other formats. */
export function imageSize(bytes: Buffer): { width: number; height: number } {
  const kind = bytes.subarray(0, 4).toString('latin1')
  if (kind === '\x89PNG') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (kind.startsWith('\xff\xd8')) return jpegSize(bytes)
  if (kind === 'RIFF') return webpSize(bytes)
  throw new Error('not a picture')
}

function jpegSize(bytes: Buffer): { width: number; height: number } {
  let at = 2
  while (at + 9 < bytes.length) {
    const marker = bytes.readUInt16BE(at)
    // Frame headers are C0 to CF without C4, C8 and CC.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  throw new Error('a JPEG without a frame')
}

function webpSize(bytes: Buffer): { width: number; height: number } {
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
