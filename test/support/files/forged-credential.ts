import { crc32 } from 'node:zlib'

import { base62 } from '#shared/lib/crypto/base62.ts'

/** A credential of the same id with a checksum that is right and a secret that is not. */
export function forgedCredential(genuine: string, secret = 'A'.repeat(32)): string {
  const body = genuine.slice(0, -38) + secret
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return body + base62(checksum, 6)
}
