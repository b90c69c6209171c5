import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  toEventSelector,
} from 'viem'

import { BASE_USDC, MULTICALL3 } from '#shared/chains/networks.ts'

import type { BasePayment } from '../read-payment.ts'
import type { Stored } from '../settlement-store.ts'
import type { BaseRpc, ChainLog, Receipt } from './base-rpc.ts'
import { multicall } from './multicall.ts'

/** Identifies an authorization: its payer, nonce, recipient, amount, and end (seconds since 1970). */
export type Sought = { from: Address; nonce: Hex; payTo: string; amount: bigint; validBefore: bigint }

export type Found =
  | { state: 'paid'; transaction: string; logIndex: number; block: number }
  | { state: 'unpaid'; reason: string; block: number }
  | { state: 'unknown'; reason: string }

const STATE = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])
const HEIGHT = parseAbi(['function getBlockNumber() view returns (uint256)'])
const CALLS = parseAbi([
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes)',
])
const USED = toEventSelector('AuthorizationUsed(address,bytes32)')
const CANCELED = toEventSelector('AuthorizationCanceled(address,bytes32)')
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** Blocks per log query, within limits of public nodes, and most queries: about seventeen hours back. */
const BLOCKS_AT_ONCE = 1_000
const MOST_QUESTIONS = 30

/**
 * Finds out on chain what became of an authorization (EIP-3009). `paid` requires the Transfer to payTo, because some
 * tokens mark a nonce as used without a transfer. `unpaid` requires a cancellation, or a final block past `validBefore`
 * with the nonce unused.
 */
export async function lookUpOnBase(rpc: BaseRpc, sought: Sought): Promise<Found> {
  const [state, final] = await Promise.all([readState(rpc, sought), rpc.block('finalized')])
  if (state.isUsed) return findUse(rpc, sought)
  // A node behind the final block may not know of a use in it.
  if (state.at < final.number) return { state: 'unknown', reason: 'node_is_behind' }
  // Block times never decrease, and the token requires a time before `validBefore`.
  if (BigInt(final.timestamp) >= sought.validBefore) {
    return { state: 'unpaid', reason: 'authorization_expired', block: final.number }
  }
  return { state: 'unknown', reason: 'not_settled_yet' }
}

/** Reads whether a nonce is used and at which block: one call, so one node and one moment. */
async function readState(rpc: BaseRpc, { from, nonce }: Sought): Promise<{ isUsed: boolean; at: bigint }> {
  const calls = [
    {
      target: BASE_USDC,
      allowFailure: false,
      callData: encodeFunctionData({ abi: STATE, functionName: 'authorizationState', args: [from, nonce] }),
    },
    {
      target: MULTICALL3,
      allowFailure: false,
      callData: encodeFunctionData({ abi: HEIGHT, functionName: 'getBlockNumber' }),
    },
  ] as const
  const [used, height] = await multicall(rpc, calls)
  return {
    isUsed: decodeFunctionResult({ abi: STATE, functionName: 'authorizationState', data: used?.returnData ?? '0x' }),
    at: decodeFunctionResult({ abi: HEIGHT, functionName: 'getBlockNumber', data: height?.returnData ?? '0x' }),
  }
}

async function findUse(rpc: BaseRpc, sought: Sought): Promise<Found> {
  const topics = [[USED, CANCELED], pad(sought.from), sought.nonce]
  let toBlock = await rpc.blockNumber()
  for (let question = 0; question < MOST_QUESTIONS && toBlock >= 0; question += 1) {
    const fromBlock = Math.max(0, toBlock - BLOCKS_AT_ONCE + 1)
    const [use] = await rpc.logs({ fromBlock, toBlock, topics })
    if (use?.topics[0] === CANCELED) {
      return { state: 'unpaid', reason: 'authorization_canceled', block: use.blockNumber }
    }
    if (use !== undefined) {
      const receipt = await rpc.receipt(use.transactionHash)
      if (receipt === null) return { state: 'unknown', reason: 'transaction_not_found' }
      return judgeReceipt(receipt, sought)
    }
    toBlock = fromBlock - 1
  }
  return { state: 'unknown', reason: 'use_not_found' }
}

/** Judges what a mined transaction did with an authorization. `unknown` if it did not use it. */
export function judgeReceipt({ status, logs, transactionHash, blockNumber: block }: Receipt, sought: Sought): Found {
  if (!status) return { state: 'unknown', reason: 'transaction_failed' }
  const usdc = logs.filter(({ address }) => address.toLowerCase() === BASE_USDC.toLowerCase())
  const usedAt = usdc.findIndex(
    ({ topics }) => topics[0] === USED && same(topics[1], pad(sought.from)) && same(topics[2], sought.nonce),
  )
  if (usedAt === -1) return { state: 'unknown', reason: 'transaction_did_not_use_it' }
  // A transaction may use several authorizations: each Transfer follows its own use, before the next.
  const rest = usdc.slice(usedAt + 1)
  const nextUse = rest.findIndex(({ topics }) => topics[0] === USED)
  const transfer = rest.slice(0, nextUse === -1 ? undefined : nextUse).find((log) => isTransfer(log, sought))
  if (transfer === undefined) return { state: 'unpaid', reason: 'used_without_transfer', block }
  return { state: 'paid', transaction: transactionHash, logIndex: transfer.logIndex, block }
}

function isTransfer({ topics, data }: ChainLog, { from, payTo, amount }: Sought): boolean {
  if (topics[0] !== TRANSFER || !same(topics[1], pad(from)) || data.length !== 66) return false
  // Safe: addresses are stored as 0x and 40 hex digits.
  return same(topics[2], pad(payTo as Hex)) && BigInt(data) === amount
}

const same = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()

/** Search facts of a payment. */
export const soughtOf = ({ authorization, payTo, amount }: BasePayment): Sought => ({
  from: authorization.from,
  nonce: authorization.nonce,
  payTo,
  amount,
  validBefore: authorization.validBefore,
})

/** Stands for an unknown `validBefore`: the key of a settlement does not contain it. */
const NO_END = 2n ** 256n - 1n

/** Search facts of any stored settlement. One without call data (never sent) is identified by its key alone. */
export function soughtByKey(stored: Stored): Sought {
  // Safe: the key ends with the payer and the nonce, both 0x and hex digits.
  const [from, nonce] = stored.key.split(':').slice(-2) as [Address, Hex]
  return soughtOfStored(stored) ?? { from, nonce, payTo: stored.payTo, amount: stored.amount, validBefore: NO_END }
}

/** Search facts of a stored settlement; null without call data. */
export function soughtOfStored({ callData, payTo, amount }: Stored): Sought | null {
  if (callData === null) return null
  // Safe: we encoded it.
  const { args } = decodeFunctionData({ abi: CALLS, data: callData as Hex })
  const [from, , , , validBefore, nonce] = args
  return { from, nonce, payTo, amount, validBefore }
}
