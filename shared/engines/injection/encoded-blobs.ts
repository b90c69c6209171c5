import { gunzipSync, inflateSync } from 'node:zlib'

import { decodeEscapes, fromDigits, fromBase32 } from './decode-blob.ts'

export type Codec = 'base64' | 'base32' | 'hex' | 'percent' | 'escape' | 'binary' | 'gzip'

/** An encoded part of a text, and its decoded text. Places are indices of the text it was found in. */
export type EncodedBlob = { codec: Codec; start: number; end: number; text: string; bytes: number }

/** More than so many parts in an encoding are not looked into; percent encoding, which addresses have, is cheaper. */
export const MAX_BLOBS = 64
const MAX_PERCENT = 2_000

const MAX_DECODED_BYTES = 256 * 1024

/** The share of a decoded text that has to be characters people write. */
const MIN_PRINTABLE = 0.85

const finders: readonly { codec: Codec; pattern: RegExp; decode: (found: string) => Buffer | null }[] = [
  {
    codec: 'escape',
    pattern: /(?:\\u[0-9a-f]{4}|\\u\{[0-9a-f]{1,6}\}|\\U[0-9a-f]{8}|\\x[0-9a-f]{2}){4,4000}/gi,
    decode: decodeEscapes,
  },
  {
    codec: 'binary',
    pattern: /(?:[01]{8}[ ,]?){6,8000}/g,
    decode: (found) => fromDigits(found.match(/[01]{8}/g) ?? [], 2),
  },
  {
    codec: 'hex',
    pattern: /\b(?:0x)?(?:[0-9a-f]{2}[ :]){7,8000}[0-9a-f]{2}\b/gi,
    decode: (found) => fromDigits(found.replace(/^0x/i, '').split(/[ :]/), 16),
  },
  {
    codec: 'hex',
    pattern: /\b(?:0x)?(?:[0-9a-f]{2}){8,32000}\b/gi,
    decode: (found) => Buffer.from(found.replace(/^0x/i, ''), 'hex'),
  },
  {
    codec: 'base64',
    pattern: /(?:[A-Za-z0-9+/]{60,76}\r?\n){1,4000}[A-Za-z0-9+/]{1,76}={0,2}/g,
    decode: (found) => Buffer.from(found.replace(/\s/g, ''), 'base64'),
  },
  { codec: 'base32', pattern: /\b(?:[A-Z2-7]{8}){3,4000}(?:[A-Z2-7]{2,7})?={0,6}/g, decode: fromBase32 },
  { codec: 'base64', pattern: /[A-Za-z0-9+/_-]{16,64000}={0,2}/g, decode: (found) => Buffer.from(found, 'base64') },
]

/**
 * Finds the encoded parts of a text that decode to text, in order, without overlaps. At most 64 blobs, 2,000 more in
 * percent encoding, and 256 KB of decoded text; a compressed blob is unpacked within the same limits.
 */
export function encodedBlobs(text: string): EncodedBlob[] {
  const found: EncodedBlob[] = []
  const budget = { bytes: MAX_DECODED_BYTES }
  for (const { codec, pattern, decode } of finders) {
    for (const { 0: encoded, index } of text.matchAll(pattern)) {
      const end = index + encoded.length
      if (found.length >= MAX_BLOBS || budget.bytes <= 0) break
      if (found.some((one) => one.start < end && index < one.end)) continue
      const bytes = decode(encoded)
      if (bytes === null || bytes.length > budget.bytes) continue
      const blob = read(codec, bytes, budget.bytes)
      if (blob === null) continue
      budget.bytes -= blob.bytes
      found.push({ ...blob, start: index, end })
    }
  }
  let percents = 0
  for (const blob of percentBlobs(text)) {
    if (percents >= MAX_PERCENT || blob.bytes > budget.bytes) break
    if (found.some((one) => one.start < blob.end && blob.start < one.end)) continue
    percents += 1
    budget.bytes -= blob.bytes
    found.push(blob)
  }
  return found.sort((a, b) => a.start - b.start)
}

function read(codec: Codec, bytes: Buffer, room: number): Pick<EncodedBlob, 'codec' | 'text' | 'bytes'> | null {
  const unpacked = unpack(bytes, room)
  if (unpacked !== null) {
    const text = unpacked.toString('utf8')
    return isPrintable(text) ? { codec: 'gzip', text, bytes: unpacked.length } : null
  }
  // Most long words are not base64: the first bytes show it at low cost.
  if (
    !isPrintable(
      bytes
        .subarray(0, 24)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, 'x'),
    )
  )
    return null
  const text = bytes.toString('utf8')
  return isPrintable(text) ? { codec, text, bytes: bytes.length } : null
}

function unpack(bytes: Buffer, room: number): Buffer | null {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isZlib = bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0)
  if (!isGzip && !isZlib) return null
  try {
    return (isGzip ? gunzipSync : inflateSync)(bytes, { maxOutputLength: room })
  } catch {
    // Not really compressed, cut off, or larger than there is room for.
    return null
  }
}

/** Whether nearly all of a text are characters that people write. */
function isPrintable(text: string): boolean {
  if (text.length < 4) return false
  const strange = text.match(/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu)?.filter((char) => !/[\t\n\r]/.test(char)).length ?? 0
  return 1 - strange / text.length >= MIN_PRINTABLE
}

/** Whether a text is mostly words, as opposed to an identifier or noise that happens to decode. */
export function isWordy(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M} ]/gu)?.length ?? 0
  return letters / text.length >= 0.7 && (/\p{L}{2} \p{L}{2}/u.test(text) || /[^\p{ASCII}]{6}/u.test(text))
}

function* percentBlobs(text: string): Generator<EncodedBlob> {
  if (!text.includes('%')) return
  for (const { 0: token, index } of text.matchAll(/\S+/g)) {
    if (token.length > 64_000 || (token.match(/%[0-9a-f]{2}/gi)?.length ?? 0) < 3) continue
    const decoded = token.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
    )
    if (!isPrintable(decoded)) continue
    yield { codec: 'percent', start: index, end: index + token.length, text: decoded, bytes: decoded.length }
  }
}
