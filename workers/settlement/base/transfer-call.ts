import { eip3009ABI } from '@x402/evm'
import { encodeFunctionData, type Hex, parseErc6492Signature } from 'viem'

import { uintWord } from '#shared/engines/evm/abi.ts'

import type { BasePayment } from '../read-payment.ts'

const KEY_SIGNATURE_BYTES = 65

/** Whether a signature was made by a key. Those of contract wallets are longer, or wrapped. */
export const isKeySignature = (signature: Hex): boolean => signature.length === 2 + 2 * KEY_SIGNATURE_BYTES

/**
 * Encodes USDC's transferWithAuthorization. Null for an unreadable ERC-6492 wrapping. A signature of 65 bytes is a
 * key's and goes to the overload with v, r, s; the longer one of a contract wallet goes to the overload with bytes.
 */
export function transferCall(authorization: BasePayment['authorization'], wrapped: Hex): Hex | null {
  const signature = unwrap(wrapped)
  if (signature === null) return null
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  if (!isKeySignature(signature)) {
    const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
    return encodeFunctionData({ abi: eip3009ABI, functionName: 'transferWithAuthorization', args })
  }
  const v = Number.parseInt(signature.slice(-2), 16)
  // Some signers use 0 or 1 for v; the token accepts only 27 and 28.
  const known = v < 2 ? v + 27 : v
  const numbers = [BigInt(from), BigInt(to), value, validAfter, validBefore]
  const [r, s] = [signature.slice(2, 66), signature.slice(66, 130)]
  return `${WITH_KEY_SIGNATURE}${numbers.map((number) => uintWord(number)).join('')}${nonce.slice(2)}${uintWord(BigInt(known))}${r}${s}`
}

/**
 * Selector of transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32). All
 * arguments are static words, so they are encoded by hand: each payment is encoded three times, and the library costs
 * more than the requests to the chain.
 */
const WITH_KEY_SIGNATURE = '0xe3ee160e'

function unwrap(signature: Hex): Hex | null {
  try {
    return parseErc6492Signature(signature).signature
  } catch {
    return null
  }
}
