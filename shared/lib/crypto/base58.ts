import { base58 } from '@scure/base'

/** Maximum length by default. Decoding time is quadratic in the length; no key or signature is longer. */
const MAX_CHARACTERS = 128

/**
 * Decodes base58 (Bitcoin alphabet). Returns null for an empty text, a character outside the alphabet, or more than
 * `maxCharacters`.
 */
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
