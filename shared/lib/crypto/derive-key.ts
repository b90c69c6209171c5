import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * Derives the key of one purpose from the server secret: 256 bits by HKDF with SHA-256 (RFC 5869). It is a key object,
 * because from bytes Node makes one for each HMAC and cipher, which takes longer than the HMAC or the cipher itself.
 */
export const deriveKey = (serverSecret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', purpose, 32)))
