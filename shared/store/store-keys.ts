import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { base62 } from '#shared/lib/crypto/base62.ts'
import { deriveKey } from '#shared/lib/crypto/derive-key.ts'

/**
 * Derives from the server secret: tokens that are shown once and never stored, signatures of cursors and clearances,
 * and a short tag of an owner that does not reveal it.
 */
export function storeKeys(serverSecret: string) {
  const keys = {
    token: deriveKey(serverSecret, 'store-token-v1'),
    cursor: deriveKey(serverSecret, 'store-cursor-v1'),
    clearance: deriveKey(serverSecret, 'store-clearance-v1'),
    owner: deriveKey(serverSecret, 'store-owner-v1'),
  }
  const mac = (purpose: keyof typeof keys, text: string) => createHmac('sha256', keys[purpose]).update(text).digest()
  return {
    /** Derives the token of a record, 32 bytes in base64url. It is always the same, so it need not be stored. */
    token: (recordId: string): string => mac('token', recordId).toString('base64url'),
    /** Derives six hex digits that tell owners with the same label apart. */
    ownerTag: (owner: string): string => mac('owner', owner).toString('hex').slice(0, 6),
    /** Signs a text: base64url of the text, a dot, base64url of 16 bytes. */
    sign(purpose: 'cursor' | 'clearance', text: string): string {
      return `${Buffer.from(text).toString('base64url')}.${mac(purpose, text).subarray(0, 16).toString('base64url')}`
    },
    /** Returns the text that `sign` was given; null for anything it did not sign. */
    open(purpose: 'cursor' | 'clearance', signed: string): string | null {
      const [, body = '', tag = ''] = /^([\w-]{1,4000})\.([\w-]{22})$/.exec(signed) ?? []
      const text = Buffer.from(body, 'base64url').toString('utf8')
      const expected = mac(purpose, text).subarray(0, 16)
      const given = Buffer.from(tag, 'base64url')
      return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
    },
  }
}

export type StoreKeys = ReturnType<typeof storeKeys>

/** SHA-256 of a token in hex, which is stored instead of it. Tokens have 256 random bits, so a plain hash is safe. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Derives an id from an effect's id, the same at every attempt. `ordinal` tells several ids of one effect apart. */
export const idOf = (prefix: string, effectId: string, ordinal = 0): string =>
  `${prefix}_${base62(createHash('sha256').update(`${prefix}:${effectId}:${ordinal}`).digest(), 22)}`
