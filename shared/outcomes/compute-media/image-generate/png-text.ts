import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** IHDR is first and has 13 bytes: signature, length, type, data, check. */
const AFTER_HEADER = 8 + 4 + 4 + 13 + 4

export const isPng = (bytes: Uint8Array): boolean =>
  bytes.length > AFTER_HEADER && SIGNATURE.equals(bytes.subarray(0, 8))

/** Width and height of a PNG by its header (PNG, 11.2.1). */
export const pngSize = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

/** A PNG with text chunks (tEXt, PNG 11.3.3.2) behind its header. Keys and values are Latin-1. */
export function withPngText(png: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const chunks = Object.entries(texts).map(([key, value]) => {
    const body = Buffer.from(`tEXt${key}\0${value}`, 'latin1')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length - 4)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  })
  return Buffer.concat([png.subarray(0, AFTER_HEADER), ...chunks, png.subarray(AFTER_HEADER)])
}
