import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Tokens by which whoever reads a mail switches off the notices of its account, and does nothing else. Derived from the
 * server's secret, so that none is stored; they do not end.
 */
export function optOutTokens(serverSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'mail-opt-out-v1', 32))
  const macOf = (userId: string) => createHmac('sha256', key).update(userId).digest().subarray(0, 16)
  return {
    /** The token of a user (UUID): 32 bytes in base64url. */
    issue: (userId: string): string =>
      Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), macOf(userId)]).toString('base64url'),
    /** The user (UUID) of a token; null for anything that was not issued here. */
    userOf(token: string): string | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== 32) return null
      const hex = bytes.subarray(0, 16).toString('hex')
      const userId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
      return timingSafeEqual(bytes.subarray(16), macOf(userId)) ? userId : null
    },
  }
}
