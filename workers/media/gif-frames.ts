const TRAILER = 0x3b
const EXTENSION = 0x21
const IMAGE = 0x2c
const HEADER = 13
const IMAGE_DESCRIPTOR = 10

/**
 * Counts the frames of a GIF by walking its blocks (GIF89a, appendix A). Null without a trailer: the decoder would show
 * a truncated file without an error.
 */
export function countGifFrames(bytes: Buffer): number | null {
  let at = HEADER + colourTable(bytes[10])
  let frames = 0
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === TRAILER) return frames
    if (block === EXTENSION) at = afterSubBlocks(bytes, at + 2)
    else if (block === IMAGE) {
      frames += 1
      // Image descriptor, local colour table, minimum code size, data.
      at = afterSubBlocks(bytes, at + IMAGE_DESCRIPTOR + colourTable(bytes[at + 9]) + 1)
    } else return null
  }
  return null
}

/** Size in bytes of the colour table that a packed field declares. */
const colourTable = (packed = 0) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1))

function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes[at]; size !== undefined; size = bytes[at]) {
    at += 1 + size
    if (size === 0) return at
  }
  return bytes.length
}
