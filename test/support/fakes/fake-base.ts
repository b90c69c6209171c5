import {
  type Abi,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  pad,
  parseAbi,
  stringToHex,
  toEventSelector,
} from 'viem'

import { MULTICALL3 } from '#shared/chains/networks.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'

import { fakeChains } from './fake-chains.ts'

/** What a contract gives for call data; null reverts. */
export type FakeContract = (data: Hex) => Hex | null

type World = {
  head?: number
  accounts?: Record<string, { wei?: bigint; nonce?: number; code?: Hex; storage?: Record<string, Hex> }>
  contracts?: Record<string, FakeContract>
  /** Answers of other methods, by name. */
  more?: Record<string, (params: readonly unknown[]) => unknown>
}

export const HEAD = 38_000_000
/** 2026-11-20T11:59:58Z, the time of the head. */
export const HEAD_S = 1_795_175_998

/** A Base in memory, encoded and decoded by viem. Blocks are two seconds apart. */
export function fakeBase({ head = HEAD, accounts = {}, contracts = {}, more = {} }: World) {
  const account = (address: unknown) =>
    Object.entries(accounts).find(([known]) => known.toLowerCase() === String(address).toLowerCase())?.[1]
  const contract = (address: string) =>
    Object.entries(contracts).find(([known]) => known.toLowerCase() === address.toLowerCase())?.[1]
  const isContract = (address: unknown) => contract(String(address)) !== undefined
  const run = (to: string, data: Hex): Hex | null => {
    const own = contract(to)
    return own === undefined ? '0x' : own(data)
  }
  const aggregate = (data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data })
    if (functionName === 'getEthBalance')
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'getEthBalance',
        result: account(args[0])?.wei ?? 0n,
      })
    if (functionName !== 'aggregate3') throw new Error(`the fake does not know ${functionName}`)
    const results = args[0].map(({ target, callData }) => {
      const returned = target.toLowerCase() === MULTICALL3.toLowerCase() ? aggregate(callData) : run(target, callData)
      return { success: returned !== null, returnData: returned ?? '0x' }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
  }
  return fakeChains((method, params) => {
    const own = more[method]
    if (own !== undefined) return own(params)
    switch (method) {
      case 'eth_getBlockByNumber':
        return blockAt(params[0], head)
      case 'eth_getBalance':
        return numberToHex(account(params[0])?.wei ?? 0n)
      case 'eth_getTransactionCount':
        return numberToHex(account(params[0])?.nonce ?? 0)
      case 'eth_getCode':
        return account(params[0])?.code ?? (isContract(params[0]) ? '0x6000' : '0x')
      case 'eth_getStorageAt':
        return account(params[0])?.storage?.[String(params[1])] ?? `0x${'0'.repeat(64)}`
      case 'eth_call': {
        // Safe: call objects are ours.
        const { to, data } = params[0] as { to: string; data: Hex }
        const returned = to.toLowerCase() === MULTICALL3.toLowerCase() ? aggregate(data) : run(to, data)
        if (returned === null) throw new ChainRefusal('reverted', 'execution reverted', { data: '0x' })
        return returned
      }
      default:
        throw new Error(`the fake does not answer ${method}`)
    }
  })
}

export const hashOf = (number: number): Hex => numberToHex(number, { size: 32 })

function blockAt(tag: unknown, head: number) {
  const behind = tag === 'safe' ? 20 : tag === 'finalized' ? 400 : 0
  const number = String(tag).startsWith('0x') ? Number(tag) : head - behind
  if (number > head) return null
  return { number: numberToHex(number), timestamp: numberToHex(HEAD_S - (head - number) * 2), hash: hashOf(number) }
}

const ERC20 = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function nonces(address) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function authorizationState(address,bytes32) view returns (bool)',
  'function owner() view returns (address)',
  'function asset() view returns (address)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function eip712Domain() view returns (bytes1, string, string, uint256, address, bytes32, uint256[])',
])
export const PERMIT2_ABI = parseAbi([
  'function allowance(address,address,address) view returns (uint160, uint48, uint48)',
])

/** A contract that answers these functions of an ABI with these values, and reverts at every other call. */
export function contractOf(abi: Abi, values: Record<string, unknown>): FakeContract {
  return (data) => {
    try {
      const { functionName } = decodeFunctionData({ abi, data })
      if (!(functionName in values)) return null
      const value = values[functionName]
      const result: unknown =
        typeof value === 'function' ? value(...(decodeFunctionData({ abi, data }).args ?? [])) : value
      return result === null ? null : encodeFunctionResult({ abi, functionName, result })
    } catch {
      return null
    }
  }
}

/** A token; what is not given reverts. */
export const tokenOf = (values: Record<string, unknown>) => contractOf(ERC20, values)

export const USDC = { name: 'USD Coin', symbol: 'USDC', decimals: 6, balanceOf: 1_234_567n }

/** A token of the old kind, whose texts are 32 bytes. */
export const bytes32Text = (text: string): Hex => pad(stringToHex(text), { dir: 'right', size: 32 })

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** A log of a Transfer, as a node gives it. */
export const transferLog = (log: {
  token: string
  from: string
  to: string
  raw: bigint
  block?: number
  index?: number
  more?: Record<string, unknown>
}) => ({
  address: log.token,
  topics: [TRANSFER, padded(log.from), padded(log.to)],
  data: numberToHex(log.raw, { size: 32 }),
  blockNumber: numberToHex(log.block ?? HEAD - 10),
  blockHash: hashOf(log.block ?? HEAD - 10),
  transactionHash: numberToHex((log.block ?? 1) * 1_000 + (log.index ?? 0), { size: 32 }),
  logIndex: numberToHex(log.index ?? 0),
  removed: false,
  ...log.more,
})

// Safe: an address is hex.
const padded = (address: string) => pad(address.toLowerCase() as Hex)
