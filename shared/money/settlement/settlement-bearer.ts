import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The bearer token our processes send to the settlement process. It is derived from the server secret, so no further
 * secret has to be distributed.
 */
export const settlementBearer = (serverSecret: string): string =>
  Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'settlement-bearer-v1', 32)).toString('base64url')

/** Returns a function that checks an Authorization header for this bearer token, in constant time. */
export function bearerCheck(bearer: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(bearer)
  return (authorization = '') => {
    const [, candidate] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return candidate !== undefined && timingSafeEqual(digest(candidate), wanted)
  }
}
