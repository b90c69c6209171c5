import { createHash, hash } from 'node:crypto'

import canonicalize from 'canonicalize'

/** SHA-256 as lower-case hex. Strings are hashed as UTF-8. */
export const sha256Hex = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** SHA-256 as 32 bytes; a string is hashed as UTF-8. */
export const sha256 = (data: string): Buffer => hash('sha256', data, 'buffer')

/** The RFC 8785 (JCS) form of a JSON value. */
export const canonicalJson = (value: unknown) => canonicalize(value) ?? 'null'

/** SHA-256 hex of the RFC 8785 form, so that key order and white space do not matter. */
export const digestOf = (value: unknown) => sha256Hex(canonicalJson(value))
