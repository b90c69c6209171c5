/**
 * A message between a worker and a sandboxed child: four bytes with the length of a JSON head (big-endian), the head,
 * then the parts, whose lengths are in the head. Plain JSON and bytes, because the worker reads what a compromised
 * child sends.
 */
export type Frame = { head: unknown; parts: readonly Uint8Array[] }

/** Encodes a frame as chunks to write. The parts are not copied. */
export function encodeFrame({ head, parts }: Frame): Uint8Array[] {
  const text = Buffer.from(JSON.stringify({ head, lengths: parts.map((part) => part.length) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return [length, text, ...parts]
}

/** Decodes a frame; null unless the bytes are exactly one frame. */
export function decodeFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 4) return null
  const bodyAt = 4 + bytes.readUInt32BE(0)
  const envelope = envelopeOf(bytes.subarray(4, bodyAt))
  if (envelope === null) return null
  const parts: Uint8Array[] = []
  let at = bodyAt
  for (const length of envelope.lengths) {
    parts.push(bytes.subarray(at, at + length))
    at += length
  }
  return at === bytes.length ? { head: envelope.head, parts } : null
}

function envelopeOf(text: Buffer): { head: unknown; lengths: number[] } | null {
  try {
    const envelope: unknown = JSON.parse(text.toString())
    if (typeof envelope !== 'object' || envelope === null || !('lengths' in envelope)) return null
    const { lengths } = envelope
    if (!Array.isArray(lengths) || !lengths.every((length) => Number.isSafeInteger(length) && length >= 0)) return null
    return { head: 'head' in envelope ? envelope.head : undefined, lengths }
  } catch {
    return null
  }
}
