import { z } from 'zod'

import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  AddressText,
  BaseNetwork,
  chainFields,
  exampleStamp,
  refuseUnlessAddress,
  refuseUnlessToken,
  TokenText,
} from '#shared/outcomes/lib/chain-fields.ts'

const amount = z.object({ raw: z.string(), amount: z.string().nullable() })

export const baseErc20Allowance = defineOutcome({
  slug: 'base-erc20-allowance',
  title: 'Base ERC-20 allowance',
  description:
    'Allowance an owner gave a spender on Base, directly and through Permit2: what the spender could move right now, ' +
    'whether it has no limit, and whether the spender is a wallet rather than a contract, the commonest drain.',
  cents: 2,
  impulse: true,
  types: {
    takes: { owner: 'base-address', spender: 'spender', token: 'token-address' },
    gives: { amount: 'amount', unlimited: 'decision' },
    also: { 'owner_balance.amount': 'amount' },
  },
  input: () =>
    z.object({
      owner: AddressText.describe('owner: 0x address'),
      spender: AddressText.describe('spender: 0x address'),
      token: TokenText.default('USDC'),
      check_permit2: z.boolean().default(true).describe('also read the Permit2 allowance'),
      network: BaseNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      owner: z.string(),
      spender: z.string(),
      token: z.object({
        address: z.string(),
        symbol: z.string().nullable(),
        decimals: z.int().nullable(),
        verified: z.boolean(),
        lookalike_of: z.string().nullable(),
      }),
      raw: z.string(),
      amount: z.string().nullable().describe('null where the token has no decimals'),
      unlimited: z.boolean().describe('at least 2^255, or the most of a uint96'),
      owner_balance: amount.nullable().describe('null where the token does not tell it'),
      at_risk: amount
        .nullable()
        .describe('the smaller of allowance and balance: what the spender could move now; null where the balance is'),
      spender_info: z.object({ is_contract: z.boolean(), known_label: z.string().nullable() }),
      permit2: z
        .object({
          amount: z.string(),
          expiration: z.string().nullable().describe('ISO 8601, or never'),
          nonce: z.int(),
          expired: z.boolean(),
        })
        .nullable()
        .describe('null where not asked for, or where Permit2 is not on the chain'),
      flags: z
        .array(z.string())
        .describe(
          'unlimited, eoa_spender, unverified_token, exceeds_balance, permit2_allowance, reverting_allowance, reverting_balance',
        ),
    }),
  example: {
    input: {
      owner: '0x000000000000000000000000000000000000dEaD',
      spender: '0x000000000000000000000000000000000000bEEF',
    },
    output: {
      ...exampleStamp,
      owner: '0x000000000000000000000000000000000000dEaD',
      spender: '0x000000000000000000000000000000000000bEEF',
      token: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        symbol: 'USDC',
        decimals: 6,
        verified: true,
        lookalike_of: null,
      },
      raw: '100',
      amount: '0.0001',
      unlimited: false,
      owner_balance: { raw: '30', amount: '0.00003' },
      at_risk: { raw: '30', amount: '0.00003' },
      spender_info: { is_contract: false, known_label: null },
      permit2: { amount: '0', expiration: null, nonce: 0, expired: false },
      flags: ['eoa_spender', 'exceeds_balance'],
    },
  },
  check({ owner, spender, token }) {
    refuseUnlessAddress(['owner'], owner)
    refuseUnlessAddress(['spender'], spender)
    refuseUnlessToken(['token'], token)
  },
  async run(input, ctx) {
    const [{ openBaseReader }, { readAddress }, { findToken }, { readAllowance }] = await Promise.all([
      import('#shared/engines/evm/base-reader.ts'),
      import('#shared/engines/evm/resolve-address.ts'),
      import('#shared/engines/evm/find-token.ts'),
      import('./read-allowance.ts'),
    ])
    const owner = readAddress(['owner'], input.owner)
    const spender = readAddress(['spender'], input.spender)
    const token = findToken(['token'], input.token, input.network)
    const reader = await openBaseReader(ctx, input.network)
    const allowance = await readAllowance(reader, { owner, spender, token, checkPermit2: input.check_permit2 })
    return { ...reader.stamp(), owner, spender, ...allowance }
  },
})
