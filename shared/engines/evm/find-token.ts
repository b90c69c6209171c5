import type { EvmChain } from '#shared/chains/readable-chains.ts'
import { invalidFields } from '#shared/errors.ts'

import { humanAmount } from '../x402/networks/amount.ts'
import { lookalikeOf } from '../token/symbol-skeleton.ts'
import { shownText } from '../token/shown-text.ts'
import { bytes32Text, textAt, uintAt } from './abi.ts'
import type { BaseReader } from './base-reader.ts'
import { LISTED_TOKENS, type ListedToken } from './base-tokens.rules.ts'
import { calls } from './calls.ts'
import type { CallResult } from './multicall.ts'
import { readAddress } from './resolve-address.ts'

/** What a token states about itself, and what is known about it. */
export type TokenFacts = {
  address: string
  symbol: string | null
  name: string | null
  /** Null where it does not say: then no amount of it can be written. */
  decimals: number | null
  /** Whether exactly this contract is in the built-in list. */
  verified: boolean
  lookalike_of: string | null
  nonstandard: string[]
}

/** The address of a token named by its address or by a listed symbol. The contract itself is not called. */
export function findToken(path: (string | number)[], text: string, chain: EvmChain): string {
  if (text.startsWith('0x')) return readAddress(path, text)
  const listed = LISTED_TOKENS[chain].find(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  if (listed !== undefined) return listed.address
  const known = LISTED_TOKENS[chain].map(({ symbol }) => symbol).join(', ')
  throw invalidFields({
    path,
    type: 'unknown_symbol',
    msg: `Value error, anybody may call a token ${text}; give its contract address, or one of ${known}`,
  })
}

export const listedToken = (chain: EvmChain, address: string): ListedToken | null =>
  LISTED_TOKENS[chain].find((token) => token.address.toLowerCase() === address.toLowerCase()) ?? null

/** The calls that ask a token what it is; `tokenFacts` reads their results. */
export const tokenCalls = (token: string) => [calls.symbol(token), calls.name(token), calls.decimals(token)] as const

/** Reads the results of `tokenCalls`, in their order. */
export function tokenFacts(chain: EvmChain, address: string, results: readonly (CallResult | undefined)[]): TokenFacts {
  const [symbolResult, nameResult, decimalsResult] = results
  const nonstandard: string[] = []
  const symbol = ownText(symbolResult, 'bytes32_symbol', nonstandard)
  const name = ownText(nameResult, 'bytes32_name', nonstandard)
  const said = decimalsResult?.ok === true ? uintAt(decimalsResult.data) : null
  const decimals = said !== null && said <= 255n ? Number(said) : null
  if (decimals === null) nonstandard.push('missing_decimals')
  return {
    address,
    symbol,
    name,
    decimals,
    verified: listedToken(chain, address) !== null,
    lookalike_of: lookalikeOf(symbol, address, LISTED_TOKENS[chain]),
    nonstandard,
  }
}

function ownText(result: CallResult | undefined, oddity: string, nonstandard: string[]): string | null {
  if (result?.ok !== true) return null
  const text = textAt(result.data)
  if (text !== null) return shownText(text)
  const old = bytes32Text(result.data)
  if (old !== null) nonstandard.push(oddity)
  return shownText(old)
}

/** The facts of several tokens, in one question; each address once. */
export async function readTokens(reader: BaseReader, addresses: readonly string[]): Promise<Map<string, TokenFacts>> {
  const distinct = [...new Set(addresses)]
  const results = await reader.call(distinct.flatMap((address) => tokenCalls(address)))
  return new Map(
    distinct.map((address, at) => [address, tokenFacts(reader.chain, address, results.slice(at * 3, at * 3 + 3))]),
  )
}

/** An amount in whole units; null where the token does not say its decimals. */
export const amountOf = (raw: bigint, decimals: number | null): string | null =>
  decimals === null ? null : humanAmount(raw, decimals)

/** Refuses an address without code. */
export function refuseUnlessContract(path: (string | number)[], code: Buffer): void {
  if (code.length > 0) return
  throw invalidFields({ path, type: 'not_a_contract', msg: 'Value error, there is no contract at this address' })
}
