import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

/** A photograph of a kind: bands of colour with GPS coordinates, a copyright and a turned camera. */
export const photo = (format: 'jpeg' | 'webp' | 'png', width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c03030' } })
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()

/** An animated GIF of so many different pictures. */
export async function animation(frames: number, width = 20, height = 10): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3 * frames)
  for (let frame = 0; frame < frames; frame += 1) {
    pixels.fill(frame & 255, frame * width * height * 3, (frame + 1) * width * height * 3)
    // The position of one pixel tells frames apart that share a grey.
    pixels.fill(
      255,
      (frame * width * height + (frame % (width * height))) * 3,
      (frame * width * height + (frame % (width * height))) * 3 + 3,
    )
  }
  return sharp(pixels, {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
    limitInputPixels: false,
  })
    .gif({ dither: 0 })
    .toBuffer()
}

/** A one-coloured PNG of any size, without ever having its pixels in memory. */
export function plainPng(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(width / 8))
  // Rows repeat, so a few megabytes of them deflate to a piece that is repeated.
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 9 })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  Buffer.from([1, 0, 0, 0, 0]).copy(header, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The smallest ZIP: nothing but the record at its end. */
export const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
