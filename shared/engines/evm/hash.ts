import { keccak_256 } from '@noble/hashes/sha3'

/** Keccak-256 of a text's UTF-8 bytes, or of bytes. */
export const keccak = (data: string | Uint8Array): Buffer =>
  Buffer.from(keccak_256(typeof data === 'string' ? Buffer.from(data, 'utf8') : data))

/** The four bytes a function or an error is called by, `0x…`: of its signature without spaces and names. */
export const selectorOf = (signature: string): string => `0x${keccak(signature).toString('hex', 0, 4)}`

/** The first topic of an event's logs. */
export const topicOf = (signature: string): string => `0x${keccak(signature).toString('hex')}`
