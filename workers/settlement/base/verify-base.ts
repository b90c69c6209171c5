import type { VerifyResponse } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'

import { BASE_USDC } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import { nullIfRefused } from '../open-rpc.ts'
import type { BasePayment } from '../read-payment.ts'
import { type BaseRpc } from './base-rpc.ts'
import { transferCall } from './transfer-call.ts'
import { type Sending, tryAsSent } from './try-transfer.ts'
import { whyNotAsSent } from './why-not-as-sent.ts'

/** `isContract`: the payer's address has code, which decides about its signature. */
export type Verified = { response: VerifyResponse; isContract: boolean }

const BALANCE = parseAbi(['function balanceOf(address) view returns (uint256)'])

const SIMULATION_FAILED = 'invalid_exact_evm_transaction_simulation_failed'
/** Reasons that a contract wallet may cause which would refuse the transfer as it is sent. */
const MAY_BE_CONTRACT = new Set(['invalid_exact_evm_signature', SIMULATION_FAILED])

/**
 * Verifies by the rules of @x402/evm. All requests to the chain start at once, and the transfer is simulated as it
 * would be sent. Throws TemporarilyUnavailable if a request failed, because the rules treat a failed request as a
 * refusal.
 */
export async function verifyBase(rpc: BaseRpc, payment: BasePayment, sending: Sending): Promise<Verified> {
  const { authorization, signature, payload, requirements } = payment
  const { from } = authorization
  const data = transferCall(authorization, signature)
  if (data === null) {
    return {
      response: { isValid: false, invalidReason: 'invalid_exact_evm_signature', payer: payment.payer },
      isContract: false,
    }
  }
  const tried = tryAsSent(rpc, data, sending)
  const code = rpc.codeAt(from)
  const codes = new Map<string, Promise<Hex>>([[from.toLowerCase(), code]])
  const balance = balanceOf(rpc, from)
  // Started before anyone awaits them: avoid unhandled rejections. Later awaits still get the errors.
  for (const early of [tried, balance, code]) early.catch(() => {})

  const heard: { trouble: TemporarilyUnavailable | null } = { trouble: null }
  const noting = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof TemporarilyUnavailable) heard.trouble ??= error
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
      // The scheme may not await its request for the token's code, so that its error would be unhandled.
      return address.toLowerCase() === BASE_USDC.toLowerCase() ? answer.catch(() => '0x' as const) : answer
    },
    readContract({ address, abi, functionName, args }) {
      if (functionName === 'transferWithAuthorization') return noting(tried)
      return noting(read(rpc, { address, abi, functionName, args: args ?? [] }))
    },
    // The scheme reads the code and calls `isValidSignature` by itself.
    verifyTypedData: unused,
    writeContract: unused,
    sendTransaction: unused,
    waitForTransactionReceipt: unused,
  })
  const response = await scheme.verify(payload, requirements).catch((error: unknown) => {
    throw heard.trouble ?? error
  })
  if (heard.trouble !== null && !response.isValid) throw heard.trouble
  const refused = (answer: VerifyResponse) => ({ response: { ...answer, payer: payment.payer }, isContract: false })
  const { isValid, invalidReason: reason = SIMULATION_FAILED } = response
  if (!isValid && !MAY_BE_CONTRACT.has(reason)) return refused(response)
  const isContract = (await code) !== '0x'
  // The rules simulate a wrapped signature of a wallet differently.
  const passes = isValid && (await nullIfRefused(tried)) !== null
  if (passes) {
    const extra = { balance: (await balance).toString() }
    return { response: { isValid, payer: payment.payer, extra }, isContract }
  }
  const ofContract = isContract ? await whyNotAsSent(rpc, data) : null
  return refused(isValid || ofContract !== null ? { isValid: false, invalidReason: ofContract ?? reason } : response)
}

async function balanceOf(rpc: BaseRpc, address: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: BALANCE, functionName: 'balanceOf', args: [address] })
  return decodeFunctionResult({ abi: BALANCE, functionName: 'balanceOf', data: await rpc.call(BASE_USDC, data) })
}

type Reading = { address: Address; abi: readonly unknown[]; functionName: string; args: readonly unknown[] }

async function read(rpc: BaseRpc, { address, abi: given, functionName, args }: Reading): Promise<unknown> {
  // Safe: the scheme passes its own ABIs.
  const abi = given as Abi
  const data = await rpc.call(address, encodeFunctionData({ abi, functionName, args: [...args] }))
  return decodeFunctionResult({ abi, functionName, data })
}
