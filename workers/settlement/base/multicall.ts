import { type Address, decodeFunctionResult, type Hex, parseAbi } from 'viem'

import { MULTICALL3 } from '#shared/chains/networks.ts'
import { encodeAggregate } from '#shared/engines/evm/multicall.ts'

import { RpcUnreachable } from '../open-rpc.ts'
import type { BaseRpc, Trial } from './base-rpc.ts'

const ABI = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns (Result[])',
])

type Call = { target: Address; allowFailure: boolean; callData: Hex }

/**
 * Runs several calls as one request, so on one node and at one moment (conditions in `trial`), in order. Throws
 * RpcRefused if a call without `allowFailure` reverts, and RpcUnreachable for an unreadable answer.
 */
export async function multicall(
  rpc: BaseRpc,
  calls: readonly Call[],
  trial: Trial = {},
): Promise<readonly { success: boolean; returnData: Hex }[]> {
  const asked = calls.map(({ target, allowFailure, callData }) => ({
    to: target,
    data: callData,
    mayFail: allowFailure,
  }))
  const data = await rpc.call(MULTICALL3, `0x${encodeAggregate(asked).slice(2)}`, trial)
  try {
    return decodeFunctionResult({ abi: ABI, functionName: 'aggregate3', data })
  } catch (error) {
    throw new RpcUnreachable('What Multicall3 answers cannot be read.', { cause: error })
  }
}
