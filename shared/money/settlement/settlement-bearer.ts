import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What our own processes show the settlement process; derived, so that there is no further secret to hand out. */
export const settlementBearer = (serverSecret: string): string =>
  Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'settlement-bearer-v1', 32)).toString('base64url')

/** Says of an Authorization header whether it carries this bearer; compares in constant time. */
export function bearerCheck(bearer: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(bearer)
  return (authorization = '') => {
    const [, candidate] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return candidate !== undefined && timingSafeEqual(digest(candidate), wanted)
  }
}
