import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'

const PREFIX = 'fbroot1.'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (serverSecret: string) => deriveKey(serverSecret, 'server-root-v1')

/**
 * Seals the root that all keys of an installation are derived from, so that only `serverSecret` opens it. The same root can
 * be sealed for several secrets, each of which works: that is how SERVER_SECRET is rotated without changing a key.
 */
export function sealRoot(serverSecret: string, root: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret), iv)
  const sealed = Buffer.concat([cipher.update(root, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Opens a sealed root. Returns null when it was sealed for another secret, or is none. */
export function openRoot(serverSecret: string, sealed: string): string | null {
  if (!sealed.startsWith(PREFIX)) return null
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
  try {
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret), iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** Why a process that was given this pair does not start. */
export const WRONG_ROOT =
  'is not opened by SERVER_SECRET: the secret was rotated out, or is that of another installation; set the two that npm run secret:rotate printed together'

/** The root of an installation: the one that SERVER_ROOT holds, or SERVER_SECRET itself. Null when the two do not fit. */
export const rootOf = (serverSecret: string, sealed: string | undefined): string | null =>
  sealed === undefined ? serverSecret : openRoot(serverSecret, sealed)
