import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  chainFields,
  exampleStamp,
  refuseUnlessSolanaAddress,
  SolanaNetwork,
} from '#shared/outcomes/lib/chain-fields.ts'

const text = z.string().nullable()

export const solanaBalances = defineOutcome({
  slug: 'solana-balances',
  title: 'Solana balances',
  description:
    'SOL and every SPL token balance of an address, Token-2022 included: one row per token account with exact amounts, ' +
    'frozen and delegated ones marked, rent counted. Symbols come from a built-in list only.',
  cents: 2,
  types: {
    takes: { address: 'solana-address', mints: 'json' },
    gives: { tokens: 'json', sol: 'amount' },
    also: { 'tokens.0.mint': 'solana-mint', 'tokens.0.amount': 'amount' },
  },
  input: () =>
    z.object({
      address: z.string().min(1).max(64).describe('base58 owner'),
      mints: z.array(z.string().max(64)).min(1).max(20).optional().describe('only these mints; default all non-zero'),
      include_zero: z.boolean().default(false).describe('zero accounts too'),
      network: SolanaNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      address: z.string(),
      off_curve: z.boolean().describe('a program-derived address: no wallet signs for it'),
      lamports: z.string(),
      sol: z.string(),
      tokens: z
        .array(
          z.object({
            mint: z.string(),
            symbol: text,
            program: z.enum(['spl-token', 'token-2022']),
            account: z.string(),
            raw: z.string(),
            amount: text,
            decimals: z.int().nullable(),
            frozen: z.boolean(),
            delegated_amount: text,
            is_ata: z.boolean().nullable().describe('the associated account; null past the first 200 rows'),
          }),
        )
        .describe('listed tokens first; at most 1,000 rows'),
      token_count: z.int(),
      truncated: z.boolean(),
      rent_locked_lamports: z.string().describe('rent held in token accounts'),
      slot: z.int(),
    }),
  example: {
    input: { address: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4' },
    output: {
      ...exampleStamp,
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      block_number: 340_000_000,
      address: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
      off_curve: false,
      lamports: '1500000000',
      sol: '1.5',
      tokens: [
        {
          mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
          symbol: 'USDC',
          program: 'spl-token',
          account: 'GBcyhfRMgvmkZTPiEyCvVRKjErD5LiiEuAUeEyXbQ44g',
          raw: '1',
          amount: '0.000001',
          decimals: 6,
          frozen: false,
          delegated_amount: null,
          is_ata: true,
        },
      ],
      token_count: 1,
      truncated: false,
      rent_locked_lamports: '2039280',
      slot: 340_000_000,
    },
  },
  check({ address, mints }) {
    refuseUnlessSolanaAddress(['address'], address)
    mints?.forEach((mint, at) => refuseUnlessSolanaAddress(['mints', at], mint))
  },
  async run(input, ctx) {
    const [solana, { readTokenAccounts }, { readMint, readTokenAccount }, addresses, { humanAmount }] =
      await Promise.all([
        import('#shared/engines/solana/solana-reader.ts'),
        import('./read-token-accounts.ts'),
        import('#shared/engines/solana/token-layouts.ts'),
        import('#shared/engines/x402/networks/solana-address.ts'),
        import('#shared/engines/x402/networks/amount.ts'),
      ])
    const address = solana.readSolanaAddress(['address'], input.address)
    const mints = input.mints?.map((mint, at) => solana.readSolanaAddress(['mints', at], mint)) ?? null
    const reader = solana.openSolanaReader(ctx, input.network)
    const { slot, accounts } = await reader.accounts([address, ...(mints ?? [])])
    const [account = null, ...named] = accounts
    const bytesOfToken = (one: (typeof accounts)[number]) =>
      one?.owner === addresses.TOKEN_PROGRAM || one?.owner === addresses.TOKEN_2022_PROGRAM ? one.data : Buffer.alloc(0)
    const stranger = named.findIndex((one) => readMint(bytesOfToken(one)) === null)
    if (stranger !== -1)
      throw invalidFields({
        path: ['mints', stranger],
        type: 'not_a_mint',
        msg: 'Value error, there is no mint at this address',
      })
    const held = readTokenAccount(bytesOfToken(account))
    if (held !== null)
      throw invalidFields({
        path: ['address'],
        type: 'is_token_account',
        msg: `Value error, this is a token account; its owner is ${held.owner}`,
      })
    const [tokens, timeS] = await Promise.all([
      readTokenAccounts(reader, address, { mints, includeZero: input.include_zero, minSlot: slot }),
      reader.timeOf(slot),
    ])
    const lamports = account?.lamports ?? 0n
    const bytes = addresses.solanaBytes(address)
    return {
      ...reader.stamp(slot, timeS),
      address,
      off_curve: bytes !== null && !addresses.isOnCurve(bytes),
      lamports: lamports.toString(),
      sol: humanAmount(lamports, 9),
      ...tokens,
      slot,
    }
  },
})
