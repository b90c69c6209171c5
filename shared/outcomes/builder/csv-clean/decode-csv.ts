import { isUtf8 } from 'node:buffer'

import { decodeText } from '#shared/engines/page/decode-text.ts'

/** Bytes of a table as text: by byte order mark, by where the zero bytes of UTF-16 stand, as valid UTF-8, else by guessing. */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: string } {
  return decodeText(bytes, wideOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null))
}

function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, 2_000)
  const zeros = { even: 0, odd: 0 }
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  const enough = sample.length / 5
  if (zeros.odd > enough && zeros.even < enough / 4) return 'utf-16le'
  if (zeros.even > enough && zeros.odd < enough / 4) return 'utf-16be'
  return null
}
