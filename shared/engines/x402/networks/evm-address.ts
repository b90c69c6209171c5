import { keccak_256 } from '@noble/hashes/sha3'

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

export const isEvmAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text)

/** The EIP-55 spelling of an EVM address. */
export function checksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex')
  return `0x${[...lower].map((letter, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter)).join('')}`
}

/** Whether an address has a wrong checksum in its letters' case. An address in one case has no checksum. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  return checksumAddress(address) !== address
}
