import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { base62 } from '#shared/lib/crypto/base62.ts'

/**
 * What the store derives from the server secret: tokens that are shown once and never stored, signatures of cursors and
 * clearances, and the short name of an owner that says nothing about who it is.
 */
export function storeKeys(serverSecret: string) {
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', label, 32))
  const keys = {
    token: derive('store-token-v1'),
    cursor: derive('store-cursor-v1'),
    clearance: derive('store-clearance-v1'),
    owner: derive('store-owner-v1'),
  }
  const mac = (purpose: keyof typeof keys, text: string) => createHmac('sha256', keys[purpose]).update(text).digest()
  return {
    /** The token of a record, 32 bytes in base64url: the same whenever it is asked for, so it need not be stored. */
    token: (recordId: string): string => mac('token', recordId).toString('base64url'),
    /** Six hex digits that tell owners with the same label apart. */
    ownerTag: (owner: string): string => mac('owner', owner).toString('hex').slice(0, 6),
    /** Adds a signature to a text: base64url of the text, a dot, base64url of 16 bytes. */
    sign(purpose: 'cursor' | 'clearance', text: string): string {
      return `${Buffer.from(text).toString('base64url')}.${mac(purpose, text).subarray(0, 16).toString('base64url')}`
    },
    /** The text that `sign` was given; null for anything it did not make. */
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

/** What is stored of a token: SHA-256 in hex. Tokens have 256 random bits, so a plain hash keeps them safe. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** An id made of an effect's: the same at every attempt. `ordinal` tells several of one effect apart. */
export const idOf = (prefix: string, effectId: string, ordinal = 0): string =>
  `${prefix}_${base62(createHash('sha256').update(`${prefix}:${effectId}:${ordinal}`).digest(), 22)}`
