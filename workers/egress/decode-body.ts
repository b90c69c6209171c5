import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Transform } from 'node:stream'

import { decompressionBomb, tooLarge, unreadableEncoding } from './failures.ts'

type Decoded = { body: Buffer; truncated: boolean }

const MAX_LAYERS = 3
const MAX_RATIO = 100
/** Below this size no compression ratio counts as a bomb. */
const HARMLESS_BYTES = 1024 * 1024

/**
 * Removes Content-Encoding layer by layer with bounded output. Throws a Refusal beyond `maxBytes` (or truncates with
 * `cut`), at a ratio over 100, and for unknown encodings and corrupt data. Truncated streams are decoded as far as
 * possible, as browsers do.
 */
export async function decodeBody(
  wire: Buffer,
  contentEncoding: string | string[] | undefined,
  limits: { maxBytes: number; cut: boolean },
): Promise<Decoded> {
  try {
    return await decodeLayers(wire, contentEncoding, limits)
  } catch (error) {
    // With `cut` an unreadable body becomes an empty one.
    if (limits.cut && error instanceof Unreadable) return { body: Buffer.alloc(0), truncated: true }
    throw error instanceof Unreadable ? unreadableEncoding() : error
  }
}

class Unreadable extends Error {}

async function decodeLayers(
  wire: Buffer,
  contentEncoding: string | string[] | undefined,
  limits: { maxBytes: number; cut: boolean },
): Promise<Decoded> {
  const layers = layersOf(contentEncoding)
  if (layers.length > MAX_LAYERS) throw new Unreadable()
  const bombBytes = Math.max(HARMLESS_BYTES, wire.length * MAX_RATIO)
  const most = Math.min(limits.maxBytes, bombBytes)
  let body = wire
  // The last listed encoding was applied last.
  for (const layer of layers.toReversed()) {
    if (body.length === 0) break
    const { bytes, overflowed } = await decompress(body, layer, most)
    if (overflowed && limits.cut && limits.maxBytes <= bombBytes) return { body: bytes, truncated: true }
    if (overflowed) throw limits.maxBytes <= bombBytes ? tooLarge(limits.maxBytes) : decompressionBomb()
    body = bytes
  }
  if (body.length <= limits.maxBytes) return { body, truncated: false }
  if (!limits.cut) throw tooLarge(limits.maxBytes)
  return { body: body.subarray(0, limits.maxBytes), truncated: true }
}

function layersOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && word !== 'identity')
}

async function decompress(bytes: Buffer, layer: string, most: number): Promise<{ bytes: Buffer; overflowed: boolean }> {
  const decoder = decoderFor(layer, bytes)
  const chunks: Buffer[] = []
  let total = 0
  decoder.end(bytes)
  try {
    for await (const chunk of decoder) {
      // Safe: zlib streams yield Buffers.
      chunks.push(chunk as Buffer)
      // Safe: as above.
      total += (chunk as Buffer).length
      if (total > most) return { bytes: Buffer.concat(chunks, most), overflowed: true }
    }
  } catch {
    throw new Unreadable()
  }
  return { bytes: Buffer.concat(chunks, total), overflowed: false }
}

function decoderFor(layer: string, bytes: Buffer): Transform {
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH }
  if (layer === 'gzip' || layer === 'x-gzip') return createGunzip(zlib)
  if (layer === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  // Some servers send raw deflate as "deflate"; RFC 9110 means zlib.
  if (layer === 'deflate') return isZlib(bytes) ? createInflate(zlib) : createInflateRaw(zlib)
  throw new Unreadable()
}

function isZlib(bytes: Buffer): boolean {
  const [cmf = 0, flags = 0] = bytes
  return (cmf & 0x0f) === 8 && (cmf * 256 + flags) % 31 === 0
}
