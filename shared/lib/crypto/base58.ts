import { base58 } from '@scure/base'

/** Decoding takes time quadratic in the length; no key or signature is longer. */
const MAX_CHARACTERS = 128

/** Decodes base58 (Bitcoin's alphabet). Returns null for an empty text, a foreign character, or one over `maxCharacters`. */
export function fromBase58(text: string, maxCharacters = MAX_CHARACTERS): Buffer | null {
  if (text.length === 0 || text.length > maxCharacters) return null
  try {
    return Buffer.from(base58.decode(text))
  } catch {
    return null
  }
}

/** Encodes bytes as base58. Each leading zero byte becomes one "1". */
export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)
