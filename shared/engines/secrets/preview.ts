import { sha256Hex } from '#shared/lib/crypto/digest.ts'

const SHOWN = 4

/** Preview of a secret: at most four characters, never more than a quarter of it, and its length. */
export function previewOf(secret: string): string {
  const chars = [...secret]
  const shown = chars.slice(0, Math.min(SHOWN, Math.floor(chars.length / 4))).join('')
  return `${shown.replace(/[\p{Cc}\p{Cf}\s]/gu, '?')}… (${chars.length} characters)`
}

/** By which a secret is recognised again without being kept: 12 hex digits of its SHA-256. */
export const fingerprintOf = (secret: string): string => sha256Hex(secret.toWellFormed()).slice(0, 12)
