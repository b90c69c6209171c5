import { eip3009ABI } from '@x402/evm'
import { encodeFunctionData, type Hex, parseErc6492Signature } from 'viem'

import { uintWord } from '#shared/engines/evm/abi.ts'

import type { BasePayment } from '../read-payment.ts'

const KEY_SIGNATURE_BYTES = 65

/** A signature as a key makes it; that of a contract wallet is longer, or wrapped. */
export const isKeySignature = (signature: Hex): boolean => signature.length === 2 + 2 * KEY_SIGNATURE_BYTES

/**
 * Call data of USDC's transferWithAuthorization; null for a signature whose wrapping (ERC-6492) cannot be read. 65 bytes
 * are a key's signature and go to the overload with v, r and s; a contract wallet's are longer and go to the one with
 * bytes.
 */
export function transferCall(authorization: BasePayment['authorization'], wrapped: Hex): Hex | null {
  const signature = unwrapped(wrapped)
  if (signature === null) return null
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  if (!isKeySignature(signature)) {
    const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
    return encodeFunctionData({ abi: eip3009ABI, functionName: 'transferWithAuthorization', args })
  }
  const v = Number.parseInt(signature.slice(-2), 16)
  // Some signers leave v as 0 or 1; the token knows 27 and 28 only.
  const known = v < 2 ? v + 27 : v
  const numbers = [BigInt(from), BigInt(to), value, validAfter, validBefore]
  const [r, s] = [signature.slice(2, 66), signature.slice(66, 130)]
  return `${WITH_KEY_SIGNATURE}${numbers.map((number) => uintWord(number)).join('')}${nonce.slice(2)}${uintWord(BigInt(known))}${r}${s}`
}

/**
 * transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32). All its words are
 * static, so it is written straight away: every payment is encoded three times, and finding out again how costs more than
 * its questions to the chain.
 */
const WITH_KEY_SIGNATURE = '0xe3ee160e'

function unwrapped(signature: Hex): Hex | null {
  try {
    return parseErc6492Signature(signature).signature
  } catch {
    return null
  }
}
