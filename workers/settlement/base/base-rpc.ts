import { type Address, type Hash, type Hex, hexToBigInt, hexToNumber, numberToHex } from 'viem'
import { z } from 'zod'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import { BASE_USDC } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import { type Rpc, RpcUnreachable } from '../open-rpc.ts'
import type { GasFees } from './base-fees.ts'

// Safe: the expression requires 0x and hex digits.
const hex = z.string().regex(/^0x[0-9a-fA-F]*$/) as unknown as z.ZodType<Hex>
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]+$/)
  .transform((text) => hexToBigInt(text as Hex))
const number = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,12}$/)
  .transform((text) => hexToNumber(text as Hex))
const Log = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  logIndex: number,
  blockNumber: number,
  transactionHash: hex,
})
const Receipt = z.object({
  transactionHash: hex,
  status: z.enum(['0x0', '0x1']).transform((status) => status === '0x1'),
  blockNumber: number,
  blockHash: hex,
  logs: z.array(Log),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  /** Fee for data on Ethereum. Absent on local chains. */
  l1Fee: quantity.nullish(),
})
const Block = z.object({ number, timestamp: number, hash: hex, baseFeePerGas: quantity.nullish() })

export type ChainLog = z.output<typeof Log>
export type Receipt = z.output<typeof Receipt>
export type Block = z.output<typeof Block>

/**
 * Conditions of a simulated call. `gas` and `fees` simulate a transaction with them; without fees gas is free, which
 * the called contract can see. `timeS` overrides the block time, which not every node supports.
 */
export type Trial = { from?: Address; gas?: bigint; fees?: GasFees; timeS?: number | undefined }

export type BaseRpc = ReturnType<typeof baseRpc>

/** Requests to Base. Only reverted calls and `send` throw RpcRefused. */
export function baseRpc({ ask: askNode }: Rpc) {
  let canWait = true
  // Any error other than a revert (unknown block, limits) is about the node: treat it as unreachable.
  const ask: Rpc['ask'] = async (method, params, schema) => {
    try {
      return await askNode(method, params, schema)
    } catch (error) {
      if (error instanceof RpcRefused && !isRevert(error)) throw new RpcUnreachable(error.message, { cause: error })
      throw error
    }
  }
  return {
    /** Simulates a call at the newest block. Throws RpcRefused if it reverts. */
    call: (to: Address, data: Hex, { from, gas, fees, timeS }: Trial = {}) =>
      ask(
        'eth_call',
        [
          {
            ...(from === undefined ? {} : { from }),
            to,
            data,
            ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
            ...(fees === undefined ? {} : feeFields(fees)),
          },
          ...newest(timeS),
        ],
        hex,
      ),
    codeAt: (address: Address) => ask('eth_getCode', [address, 'latest'], hex),
    balanceOf: (address: Address) => ask('eth_getBalance', [address, 'latest'], quantity),
    /** Number of used nonces. */
    usedNonces: (address: Address) => ask('eth_getTransactionCount', [address, 'latest'], number),
    block: (which: 'latest' | 'finalized' | number) =>
      ask('eth_getBlockByNumber', [typeof which === 'number' ? numberToHex(which) : which, false], Block),
    blockNumber: () => ask('eth_blockNumber', [], number),
    priorityFee: () => ask('eth_maxPriorityFeePerGas', [], quantity),
    receipt: (hash: string) => ask('eth_getTransactionReceipt', [hash], Receipt.nullable()),
    logs: (filter: { fromBlock: number; toBlock: number; topics: (Hex | Hex[] | null)[] }) =>
      ask(
        'eth_getLogs',
        [
          {
            address: BASE_USDC,
            topics: filter.topics,
            fromBlock: numberToHex(filter.fromBlock),
            toBlock: numberToHex(filter.toBlock),
          },
        ],
        z.array(Log),
      ),
    /** Broadcasts a transaction. Throws RpcRefused with the node's reason, which says nothing about other nodes. */
    send: (raw: string): Promise<Hash> => askNode('eth_sendRawTransaction', [raw], hex),
    /**
     * Broadcasts and returns the receipt as soon as the node has one (EIP-7966). Null after `waitMs`, or if the node
     * does not support it; it is then unknown whether it was broadcast.
     */
    async sendAndWait(raw: string, waitMs: number): Promise<Receipt | null> {
      if (!canWait) return null
      try {
        return await askNode('eth_sendRawTransactionSync', [raw], Receipt, waitMs)
      } catch (error) {
        if (error instanceof RpcRefused && UNKNOWN_METHOD.has(error.code)) canWait = false
        if (error instanceof RpcRefused || error instanceof TemporarilyUnavailable) return null
        throw error
      }
    },
  }
}

const feeFields = ({ maxFee, priorityFee }: GasFees) => ({
  maxFeePerGas: numberToHex(maxFee),
  maxPriorityFeePerGas: numberToHex(priorityFee < maxFee ? priorityFee : maxFee),
})

/** Block parameters of eth_call: newest block, no state overrides, block overrides. */
const newest = (timeS: number | undefined) =>
  timeS === undefined ? ['latest'] : ['latest', {}, { time: numberToHex(timeS) }]

/** Error codes for an unsupported method (EIP-1474). */
const UNKNOWN_METHOD = new Set([-32601, -32004, -32600])

const isRevert = ({ code, message, data }: RpcRefused) =>
  code === 3 || /revert|out ?of ?gas/i.test(message) || (typeof data === 'string' && data.startsWith('0x'))
