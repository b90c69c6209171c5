import type { VerifyResponse } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'

import { BASE_USDC } from '#shared/chains/networks.ts'

import { NotNow } from '../not-now.ts'
import type { BasePayment } from '../read-payment.ts'
import { type BaseRpc } from './base-rpc.ts'
import { transferCall } from './transfer-call.ts'

export type Verified = {
  response: VerifyResponse
  /** What the transfer takes; null when it would revert, or when nobody asked from whom. */
  gas: bigint | null
}

const BALANCE = parseAbi(['function balanceOf(address) view returns (uint256)'])

/**
 * Verifies by @x402/evm's rules. Everything the chain has to say is asked at once; with `sender` the transfer is tried by
 * estimating its gas from there. Throws NotNow when an answer was missing: the rules take silence for a no.
 */
export async function verifyBase(rpc: BaseRpc, payment: BasePayment, sender?: Address): Promise<Verified> {
  const { authorization, signature, payload, requirements } = payment
  const { from } = authorization
  const data = transferCall(authorization, signature)
  if (data === null) {
    return {
      response: { isValid: false, invalidReason: 'invalid_exact_evm_signature', payer: payment.payer },
      gas: null,
    }
  }
  const tried = sender === undefined ? rpc.call(BASE_USDC, data).then(() => null) : rpc.estimateGas(sender, data)
  const codes = new Map<string, Promise<Hex>>([[from.toLowerCase(), rpc.codeAt(from)]])
  const balance = sender === undefined ? balanceOf(rpc, from) : Promise.resolve(null)
  // Asked before anybody waits for them; who does meets their errors.
  for (const early of [tried, balance, ...codes.values()]) early.catch(() => {})

  const heard: { trouble: NotNow | null } = { trouble: null }
  const noting = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof NotNow) heard.trouble ??= error
      throw error
    }
  }
  const unused = () => Promise.reject(new Error('Verifying sends nothing.'))
  const scheme = new ExactEvmScheme({
    getAddresses: () => [],
    getCode({ address }) {
      const known = codes.get(address.toLowerCase()) ?? rpc.codeAt(address)
      codes.set(address.toLowerCase(), known)
      const answer = noting(known)
      // The scheme may leave its question for the token's code behind, where no error of it would be caught.
      return address.toLowerCase() === BASE_USDC.toLowerCase() ? answer.catch(() => '0x' as const) : answer
    },
    readContract({ address, abi, functionName, args }) {
      if (functionName === 'transferWithAuthorization') return noting(tried)
      return noting(read(rpc, { address, abi, functionName, args: args ?? [] }))
    },
    // The scheme asks for code and calls `isValidSignature` by itself.
    verifyTypedData: unused,
    writeContract: unused,
    sendTransaction: unused,
    waitForTransactionReceipt: unused,
  })
  const response = await scheme.verify(payload, requirements).catch((error: unknown) => {
    throw heard.trouble ?? error
  })
  if (heard.trouble !== null && !response.isValid) throw heard.trouble
  if (!response.isValid) return { response: { ...response, payer: payment.payer }, gas: null }
  const held = await noting(balance)
  const extra = held === null ? {} : { extra: { balance: held.toString() } }
  // Refused here alone where a wallet's wrapped signature was tried in another way.
  const gas = sender === undefined ? null : await noting(tried)
  return { response: { isValid: true, payer: payment.payer, ...extra }, gas }
}

async function balanceOf(rpc: BaseRpc, address: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: BALANCE, functionName: 'balanceOf', args: [address] })
  return decodeFunctionResult({ abi: BALANCE, functionName: 'balanceOf', data: await rpc.call(BASE_USDC, data) })
}

type Reading = { address: Address; abi: readonly unknown[]; functionName: string; args: readonly unknown[] }

async function read(rpc: BaseRpc, { address, abi: given, functionName, args }: Reading): Promise<unknown> {
  // Safe: the scheme hands over ABIs of its own.
  const abi = given as Abi
  const data = await rpc.call(address, encodeFunctionData({ abi, functionName, args: [...args] }))
  return decodeFunctionResult({ abi, functionName, data })
}
