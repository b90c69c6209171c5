import { eip3009ABI } from '@x402/evm'
import { encodeFunctionData, type Hex, parseErc6492Signature, slice } from 'viem'

import type { BasePayment } from '../read-payment.ts'

const KEY_SIGNATURE_BYTES = 65

/**
 * Call data of USDC's transferWithAuthorization; null for a signature whose wrapping (ERC-6492) cannot be read. 65 bytes
 * are a key's signature and go to the overload with v, r and s; a contract wallet's are longer and go to the one with
 * bytes.
 */
export function transferCall(authorization: BasePayment['authorization'], wrapped: Hex): Hex | null {
  const signature = unwrapped(wrapped)
  if (signature === null) return null
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const args = [from, to, value, validAfter, validBefore, nonce] as const
  const functionName = 'transferWithAuthorization'
  if (signature.length !== 2 + 2 * KEY_SIGNATURE_BYTES) {
    return encodeFunctionData({ abi: eip3009ABI, functionName, args: [...args, signature] })
  }
  const v = Number.parseInt(signature.slice(-2), 16)
  // Some signers leave v as 0 or 1; the token knows 27 and 28 only.
  const known = v < 2 ? v + 27 : v
  return encodeFunctionData({
    abi: eip3009ABI,
    functionName,
    args: [...args, known, slice(signature, 0, 32), slice(signature, 32, 64)],
  })
}

function unwrapped(signature: Hex): Hex | null {
  try {
    return parseErc6492Signature(signature).signature
  } catch {
    return null
  }
}
