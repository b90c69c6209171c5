/*
 * The little of the contract ABI (docs.soliditylang.org, "Contract ABI Specification") that reading tokens takes. A whole
 * library for it would cost each worker 20 MB; a test holds this one against viem.
 */

/** A whole number as 32 bytes in hex. */
export const uintWord = (value: bigint | number): string => value.toString(16).padStart(64, '0')

/** An address (`0x` and 40 hex digits) as 32 bytes in hex. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

/** Bytes in hex (without 0x), filled up to whole words. */
export const paddedBytes = (hex: string): string => hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

/** Parses `0x…` into bytes. Null for anything but whole bytes in hex. */
export const bytesOfHex = (hex: string): Buffer | null =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(hex) ? Buffer.from(hex.slice(2), 'hex') : null

/** The number in the 32 bytes at `at`; null where they are not there. */
export function uintAt(bytes: Buffer, at = 0): bigint | null {
  if (at < 0 || at + 32 > bytes.length) return null
  return BigInt(`0x${bytes.toString('hex', at, at + 32)}`)
}

/** The address in the 32 bytes at `at`, in lower case; null unless twelve zero bytes come before it. */
export function addressAt(bytes: Buffer, at = 0): string | null {
  const value = uintAt(bytes, at)
  return value === null || value >> 160n !== 0n ? null : `0x${value.toString(16).padStart(40, '0')}`
}

/** A place inside the bytes that the number at `at` points to, counted from `base`; null where it points outside. */
export function offsetAt(bytes: Buffer, at: number, base = 0): number | null {
  const value = uintAt(bytes, at)
  if (value === null || value > BigInt(bytes.length)) return null
  const place = base + Number(value)
  return place + 32 <= bytes.length ? place : null
}

/** The bytes of dynamic length at `at`, which begin with their length. */
export function bytesAt(bytes: Buffer, at: number): Buffer | null {
  const length = uintAt(bytes, at)
  if (length === null || length > BigInt(bytes.length - at - 32)) return null
  return bytes.subarray(at + 32, at + 32 + Number(length))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text whose offset is at `at`; null when it is missing or not UTF-8. */
export function textAt(bytes: Buffer, at = 0): string | null {
  const place = offsetAt(bytes, at)
  const content = place === null ? null : bytesAt(bytes, place)
  if (content === null) return null
  try {
    return utf8.decode(content)
  } catch {
    return null
  }
}

/** A text of old tokens: up to 32 bytes, filled up with zeros. Null for anything else, and for nothing but zeros. */
export function bytes32Text(bytes: Buffer): string | null {
  if (bytes.length !== 32) return null
  const end = bytes.indexOf(0)
  const content = end === -1 ? bytes : bytes.subarray(0, end)
  if (content.length === 0 || bytes.subarray(content.length).some((byte) => byte !== 0)) return null
  try {
    return utf8.decode(content)
  } catch {
    return null
  }
}
