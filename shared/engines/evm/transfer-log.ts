import { z } from 'zod'

import { checksumAddress, ZERO_ADDRESS } from '../x402/networks/evm-address.ts'
import { addressAt, uintAt } from './abi.ts'
import { rpcShapes } from './base-reader.ts'
import { topicOf } from './hash.ts'

export const TRANSFER = topicOf('Transfer(address,address,uint256)')
const Topic = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/** A log as a node gives it. */
export const RpcLog = z.object({
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  topics: z.array(Topic).max(4),
  data: rpcShapes.Bytes,
  blockNumber: rpcShapes.Count,
  blockHash: z.string(),
  // Newer nodes only.
  blockTimestamp: rpcShapes.Count.nullish().catch(null),
  transactionHash: z.string(),
  logIndex: rpcShapes.Count,
  removed: z.boolean().nullish(),
})
export type RpcLog = z.output<typeof RpcLog>

/** One ERC-20 Transfer; addresses in EIP-55 spelling. */
export type TokenTransfer = { token: string; from: string; to: string; raw: bigint; kind: 'transfer' | 'mint' | 'burn' }

/** Reads an ERC-20 Transfer; null for every other log, such as ERC-721's with its fourth topic. */
export function readTransfer({
  address,
  topics,
  data,
}: Pick<RpcLog, 'address' | 'topics' | 'data'>): TokenTransfer | null {
  if (topics[0]?.toLowerCase() !== TRANSFER || topics.length !== 3 || data.length !== 32) return null
  const [from, to] = [topics[1], topics[2]].map((topic) => addressAt(Buffer.from((topic ?? '').slice(2), 'hex')))
  const raw = uintAt(data)
  if (from === null || from === undefined || to === null || to === undefined || raw === null) return null
  const kind = from === ZERO_ADDRESS ? 'mint' : to === ZERO_ADDRESS ? 'burn' : 'transfer'
  return { token: checksumAddress(address), from: checksumAddress(from), to: checksumAddress(to), raw, kind }
}
