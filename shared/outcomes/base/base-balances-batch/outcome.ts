import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  BaseNetwork,
  BlockTag,
  chainFields,
  exampleStamp,
  refuseUnlessToken,
  TokenText,
} from '#shared/outcomes/lib/chain-fields.ts'

const text = z.string().nullable()

export const baseBalancesBatch = defineOutcome({
  slug: 'base-balances-batch',
  title: 'Base balances batch',
  description:
    'ETH and up to ten tokens of up to ten Base addresses in one pinned read, with totals over the distinct ones. A wrong ' +
    'address or a token that does not answer is an error in its own cell and spoils nothing else.',
  cents: 5,
  impulse: true,
  types: { takes: { addresses: 'base-address[]', tokens: 'token[]' }, gives: { balances: 'json' } },
  input: () =>
    z.object({
      addresses: z.array(z.string().max(255)).min(1).max(10).describe('0x addresses'),
      tokens: z.array(TokenText).min(1).max(10).default(['USDC']).describe('up to 10 tokens'),
      block: BlockTag,
      network: BaseNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      balances: z
        .array(
          z.object({
            input: z.string(),
            address: text,
            eth: z.object({ wei: z.string(), eth: z.string() }).nullable(),
            tokens: z.array(
              z.object({
                token: z.string(),
                symbol: text,
                raw: text,
                amount: text,
                error: text.describe('not_a_token or missing_decimals'),
              }),
            ),
            error: text.describe('invalid_address or bad_checksum'),
          }),
        )
        .describe('in the order of the input'),
      totals: z.object({
        eth: z.string(),
        tokens: z.record(z.string(), text).describe('by symbol, or by address where a symbol is not unique'),
      }),
      count: z.int().describe('addresses read'),
    }),
  example: {
    input: { addresses: ['0x000000000000000000000000000000000000dEaD', 'nope'] },
    output: {
      ...exampleStamp,
      balances: [
        {
          input: '0x000000000000000000000000000000000000dEaD',
          address: '0x000000000000000000000000000000000000dEaD',
          eth: { wei: '1000000000000000000', eth: '1' },
          tokens: [
            {
              token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
              symbol: 'USDC',
              raw: '1234567',
              amount: '1.234567',
              error: null,
            },
          ],
          error: null,
        },
        { input: 'nope', address: null, eth: null, tokens: [], error: 'invalid_address' },
      ],
      totals: { eth: '1', tokens: { USDC: '1.234567' } },
      count: 1,
    },
  },
  check({ addresses, tokens }) {
    tokens.forEach((token, at) => refuseUnlessToken(['tokens', at], token))
    if (!addresses.some((address) => /^0x[0-9a-fA-F]{40}$/.test(address)))
      throw invalidFields({
        path: ['addresses'],
        type: 'invalid_address',
        msg: 'Value error, none of them is an address',
      })
  },
  async run({ addresses, tokens, block, network }, ctx) {
    const [{ openBaseReader }, { findToken }, { readBalances, readRow }] = await Promise.all([
      import('#shared/engines/evm/base-reader.ts'),
      import('#shared/engines/evm/find-token.ts'),
      import('./read-balances.ts'),
    ])
    const contracts = [...new Set(tokens.map((token, at) => findToken(['tokens', at], token, network)))]
    if (addresses.every((address) => readRow(address).address === null))
      throw invalidFields({
        path: ['addresses'],
        type: 'bad_checksum',
        msg: 'Value error, none of them has the checksum it bears',
      })
    const reader = await openBaseReader(ctx, network, { block })
    const balances = await readBalances(reader, addresses, contracts)
    return { ...reader.stamp(), ...balances }
  },
})
