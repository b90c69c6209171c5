import { MULTICALL3 } from '#shared/chains/networks.ts'

import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { checksumAddress, hasWrongChecksum, isEvmAddress } from '#shared/engines/x402/networks/evm-address.ts'
import { uintAt } from '#shared/engines/evm/abi.ts'
import type { BaseReader } from '#shared/engines/evm/base-reader.ts'
import { calls } from '#shared/engines/evm/calls.ts'
import { amountOf, tokenCalls, tokenFacts } from '#shared/engines/evm/find-token.ts'
import type { CallResult } from '#shared/engines/evm/multicall.ts'

/** The address of a row, or what is wrong with it. */
export function readRow(input: string): { address: string; error: null } | { address: null; error: string } {
  if (!isEvmAddress(input)) return { address: null, error: 'invalid_address' }
  return hasWrongChecksum(input)
    ? { address: null, error: 'bad_checksum' }
    : { address: checksumAddress(input), error: null }
}

/** ETH and tokens of addresses, all in one question; an address that is given twice is read once. */
export async function readBalances(reader: BaseReader, inputs: readonly string[], tokens: readonly string[]) {
  const rows = inputs.map((input) => ({ input, ...readRow(input) }))
  const addresses = [...new Set(rows.flatMap(({ address }) => address ?? []))]
  const results = await reader.call([
    ...tokens.flatMap((token) => tokenCalls(token)),
    ...addresses.flatMap((address) => [
      calls.ethBalance(MULTICALL3, address),
      ...tokens.map((token) => calls.balanceOf(token, address)),
    ]),
  ])
  const facts = tokens.map((token, at) => tokenFacts(reader.chain, token, results.slice(at * 3, at * 3 + 3)))
  const width = tokens.length + 1
  const held = new Map(
    addresses.map((address, at) => {
      const [eth, ...cells] = results.slice(tokens.length * 3 + at * width, tokens.length * 3 + (at + 1) * width)
      return [address, { wei: numberOf(eth), raws: cells.map(numberOf) }]
    }),
  )
  return {
    balances: rows.map(({ input, address, error }) => {
      const own = address === null ? undefined : held.get(address)
      return {
        input,
        address,
        eth: own === undefined || own.wei === null ? null : { wei: own.wei.toString(), eth: humanAmount(own.wei, 18) },
        tokens: (own?.raws ?? []).map((raw, at) => cellOf(raw, facts[at])),
        error,
      }
    }),
    totals: {
      eth: humanAmount(sumOf([...held.values()].map(({ wei }) => wei)), 18),
      tokens: Object.fromEntries(
        facts.map((fact, at) => {
          const sum = sumOf([...held.values()].map(({ raws }) => raws[at] ?? null))
          return [keyOf(fact, facts), amountOf(sum, fact.decimals)]
        }),
      ),
    },
    count: rows.filter(({ address }) => address !== null).length,
  }
}

type Fact = ReturnType<typeof tokenFacts>

/** The symbol, where it is this token's alone; else its address. */
const keyOf = (fact: Fact, all: readonly Fact[]) =>
  fact.symbol !== null && all.filter(({ symbol }) => symbol === fact.symbol).length === 1 ? fact.symbol : fact.address

function cellOf(raw: bigint | null, fact: Fact | undefined) {
  const { address = '', symbol = null, decimals = null } = fact ?? {}
  return {
    token: address,
    symbol,
    raw: raw?.toString() ?? null,
    amount: raw === null ? null : amountOf(raw, decimals),
    error: raw === null ? 'not_a_token' : decimals === null ? 'missing_decimals' : null,
  }
}

const numberOf = (result: CallResult | undefined) =>
  result?.ok === true && result.data.length === 32 ? uintAt(result.data) : null
const sumOf = (amounts: readonly (bigint | null)[]) => amounts.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
