import { z } from 'zod'

import { defineOutcome } from '../define.ts'
import {
  AddressText,
  BaseNetwork,
  BlockTag,
  chainFields,
  exampleStamp,
  refuseUnlessAddress,
  refuseUnlessToken,
  TokenText,
} from '../lib/chain-fields.ts'

export const baseErc20Balance = defineOutcome({
  slug: 'base-erc20-balance',
  title: 'Base ERC-20 balance',
  description:
    'ERC-20 balance of an address on Base with decimals, symbol and name read from the contract at the same block. ' +
    'Symbols resolve through a built-in list only; tokens that imitate a listed one are named, odd ones are described.',
  cents: 2,
  impulse: true,
  types: {
    takes: { address: 'base-address', token: 'token-address' },
    gives: { amount: 'amount' },
    also: { 'token.address': 'token-address' },
  },
  input: () =>
    z.object({
      address: AddressText.describe('holder: 0x address or .base.eth name'),
      token: TokenText.default('USDC'),
      block: BlockTag,
      network: BaseNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      address: z.string().describe('holder, EIP-55'),
      token: z.object({
        address: z.string(),
        symbol: z.string().nullable(),
        name: z.string().nullable(),
        decimals: z.int().nullable(),
        verified: z.boolean().describe('in the built-in list'),
        lookalike_of: z.string().nullable().describe('listed token whose symbol it bears or imitates'),
      }),
      raw: z.string().nullable().describe('null where balanceOf reverts or is no number'),
      amount: z.string().nullable().describe('null where the token has no decimals, which are never assumed'),
      nonstandard: z.array(z.string()).describe('bytes32_symbol, bytes32_name, missing_decimals, reverting_balance'),
      resolved_from: z.string().nullable().describe('the name, where one was given'),
    }),
  example: {
    input: { address: '0x000000000000000000000000000000000000dEaD' },
    output: {
      ...exampleStamp,
      address: '0x000000000000000000000000000000000000dEaD',
      token: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        symbol: 'USDC',
        name: 'USD Coin',
        decimals: 6,
        verified: true,
        lookalike_of: null,
      },
      raw: '1234567',
      amount: '1.234567',
      nonstandard: [],
      resolved_from: null,
    },
  },
  check({ address, token }) {
    refuseUnlessAddress(['address'], address, { names: true })
    refuseUnlessToken(['token'], token)
  },
  async run({ address: given, token, block, network }, ctx) {
    const [{ openBaseReader }, { resolveAddress, readAddress }, tokens, { calls }, { uintAt }] = await Promise.all([
      import('#shared/engines/evm/base-reader.ts'),
      import('#shared/engines/evm/resolve-address.ts'),
      import('#shared/engines/evm/find-token.ts'),
      import('#shared/engines/evm/calls.ts'),
      import('#shared/engines/evm/abi.ts'),
    ])
    if (given.startsWith('0x')) readAddress(['address'], given)
    const contract = tokens.findToken(['token'], token, network)
    const reader = await openBaseReader(ctx, network, { block })
    const { address, resolvedFrom } = await resolveAddress(reader, ['address'], given)
    const [[balance, ...about], code] = await Promise.all([
      reader.call([calls.balanceOf(contract, address), ...tokens.tokenCalls(contract)]),
      reader.codeOf(contract),
    ])
    tokens.refuseUnlessContract(['token'], code)
    const { nonstandard, ...facts } = tokens.tokenFacts(network, contract, about)
    const raw = balance?.ok === true ? uintAt(balance.data) : null
    return {
      ...reader.stamp(),
      address,
      token: facts,
      raw: raw?.toString() ?? null,
      amount: raw === null ? null : tokens.amountOf(raw, facts.decimals),
      nonstandard: raw === null ? [...nonstandard, 'reverting_balance'] : nonstandard,
      resolved_from: resolvedFrom,
    }
  },
})
