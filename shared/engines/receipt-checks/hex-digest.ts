import { digestOf } from '#shared/lib/crypto/digest.ts'

/** A SHA-256 as lower-case hex, with or without the prefix sha256: or 0x; null when it is none. */
export function hexDigest(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .trim()
    .toLowerCase()
    .replace(/^(?:sha-?256[:=]|0x)/, '')
  return /^[0-9a-f]{64}$/.test(text) ? text : null
}

/** SHA-256 of the RFC 8785 form; null for what has none (half a surrogate pair, 1e999). The caller has bounded the depth. */
export function canonicalDigest(value: unknown): string | null {
  try {
    return digestOf(value)
  } catch {
    return null
  }
}
