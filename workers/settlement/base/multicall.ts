import { type Address, decodeFunctionResult, type Hex, parseAbi } from 'viem'

import { MULTICALL3 } from '#shared/chains/networks.ts'

import { RpcUnreachable } from '../open-rpc.ts'
import { abiWord } from './abi-word.ts'
import type { BaseRpc } from './base-rpc.ts'

const ABI = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns (Result[])',
])
/** aggregate3((address,bool,bytes)[]) */
const AGGREGATE = '0x82ad56cb'
const WORD = 32

type Call = { target: Address; allowFailure: boolean; callData: Hex }

/**
 * Several calls as one question: of one node and one moment, each after the one before it. Throws RpcRefused where one
 * reverts that may not, and RpcUnreachable for an answer that cannot be read.
 */
export async function multicall(
  rpc: BaseRpc,
  calls: readonly Call[],
): Promise<readonly { success: boolean; returnData: Hex }[]> {
  const data = await rpc.call(MULTICALL3, aggregateCall(calls))
  try {
    return decodeFunctionResult({ abi: ABI, functionName: 'aggregate3', data })
  } catch (error) {
    throw new RpcUnreachable('What Multicall3 answers cannot be read.', { cause: error })
  }
}

/** Call data of aggregate3: one array of tuples, each found by its offset; written straight away like transfers are. */
export function aggregateCall(calls: readonly Call[]): Hex {
  const tuples = calls.map(({ target, allowFailure, callData }) => {
    const bytes = callData.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / (2 * WORD)) * 2 * WORD, '0')
    const head = [BigInt(target), allowFailure ? 1n : 0n, 3n * 32n, BigInt(bytes.length / 2)]
    return head.map(abiWord).join('') + padded
  })
  let at = calls.length * WORD
  const offsets = tuples.map((tuple) => {
    const offset = abiWord(BigInt(at))
    at += tuple.length / 2
    return offset
  })
  return `${AGGREGATE}${abiWord(32n)}${abiWord(BigInt(calls.length))}${offsets.join('')}${tuples.join('')}`
}
