import { isUtf8 } from 'node:buffer'

import { detect } from 'chardet'

const SNIFFED_BYTES = 65_536
const META = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w:.-]{2,40})/i

/** Bytes of a page as text: by BOM, the header's charset, the page's own meta, valid UTF-8, and at last by guessing. */
export function decodeText(bytes: Uint8Array, headerCharset: string | null): { text: string; encoding: string } {
  const label = bomOf(bytes) ?? known(headerCharset) ?? metaOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : guessed(bytes))
  const decoder = new TextDecoder(label)
  return { text: decoder.decode(bytes), encoding: decoder.encoding }
}

function bomOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return null
}

function metaOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1')
  const label = known(META.exec(start)?.[1] ?? null)
  // A page that can be read as ASCII up to here is not UTF-16 (HTML standard, 13.2.3.2).
  return label?.startsWith('utf-16') === true ? 'utf-8' : label
}

function guessed(bytes: Uint8Array): string {
  return known(detect(bytes.subarray(0, SNIFFED_BYTES))) ?? 'windows-1252'
}

/** A label the WHATWG encoding standard knows, else null. */
function known(label: string | null): string | null {
  if (label === null) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
