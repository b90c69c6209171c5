import { checksumAddress } from '../x402/networks/evm-address.ts'

/** The contract a wallet has delegated to (EIP-7702: code of 0xef0100 and an address); null for any other code. */
export function delegateOf(code: Buffer): string | null {
  const isDelegation = code.length === 23 && code.readUIntBE(0, 3) === 0xef0100
  return isDelegation ? checksumAddress(`0x${code.toString('hex', 3)}`) : null
}
