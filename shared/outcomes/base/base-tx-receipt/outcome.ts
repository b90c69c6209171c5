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

const text = z.string().nullable()

export const baseTxReceipt = defineOutcome({
  slug: 'base-tx-receipt',
  title: 'Base transaction receipt',
  description:
    'Status, fees (L1 share included), finality and decoded ERC-20 transfers of a Base transaction, with the reason of a ' +
    'revert and the EIP-3009 nonce it used. Give `expect` to check a payment by receiver, token, sender and amount.',
  cents: 2,
  impulse: true,
  types: {
    takes: { tx_hash: 'tx-hash' },
    gives: {
      status: 'decision',
      transfers: 'json',
      'transfers.0.token': 'token-address',
      from: 'base-address',
      to: 'base-address',
    },
    also: {
      'transfers.0.from': 'base-address',
      'transfers.0.to': 'base-address',
      'transfers.0.amount': 'amount',
      'authorization_used.authorizer': 'base-address',
      contract_created: 'base-address',
      mined_at: 'iso-datetime',
    },
  },
  input: () =>
    z.object({
      tx_hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Not 0x and 64 hex digits'),
      expect: z
        .object({
          to_address: AddressText.optional(),
          token: TokenText.optional(),
          min_amount: z
            .string()
            .regex(/^\d{1,78}$/)
            .optional()
            .describe('base units'),
          from: AddressText.optional(),
        })
        .optional()
        .describe('the payment it should be'),
      network: BaseNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      found: z.boolean().describe('known to the node'),
      status: z.enum(['success', 'reverted', 'pending', 'not_found']),
      mined_in: z.int().nullable().describe('its block; block_number is the head this is as of'),
      mined_at: text,
      block_hash: text,
      confirmations: z.int().describe('head minus block plus 1; 0 while it is in none'),
      finality: z.enum(['latest', 'safe', 'finalized']).nullable(),
      from: text,
      to: text.describe('null for a creation'),
      contract_created: text,
      value: z.object({ wei: z.string(), eth: z.string() }).nullable(),
      fee: z
        .object({
          gas_used: z.string(),
          effective_gas_price: z.string(),
          l2_fee_wei: z.string(),
          l1_fee_wei: z.string(),
          total_wei: z.string(),
        })
        .nullable(),
      transfers: z
        .array(
          z.object({
            token: z.string(),
            symbol: text,
            from: z.string(),
            to: z.string(),
            raw: z.string(),
            amount: text,
            kind: z.enum(['transfer', 'mint', 'burn']),
          }),
        )
        .describe('the first 200; an expectation is held against all of them'),
      method: z.object({ selector: z.string(), name: text }).nullable(),
      revert_reason: text.describe('Error(string), Panic or custom error, found by running it again'),
      authorization_used: z.object({ authorizer: z.string(), nonce: z.string() }).nullable(),
      expectation: z.object({ met: z.boolean(), mismatches: z.array(z.string()), received_raw: z.string() }).nullable(),
    }),
  example: {
    input: { tx_hash: '0xabababababababababababababababababababababababababababababababab' },
    output: {
      ...exampleStamp,
      found: true,
      status: 'success',
      mined_in: 37_999_990,
      mined_at: '2026-11-20T11:59:38.000Z',
      block_hash: '0xcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
      confirmations: 11,
      finality: 'latest',
      from: '0x000000000000000000000000000000000000bEEF',
      to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      contract_created: null,
      value: { wei: '0', eth: '0' },
      fee: { gas_used: '2', effective_gas_price: '3', l2_fee_wei: '6', l1_fee_wei: '16', total_wei: '22' },
      transfers: [
        {
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          from: '0x000000000000000000000000000000000000bEEF',
          to: '0x000000000000000000000000000000000000dEaD',
          raw: '20000',
          amount: '0.02',
          kind: 'transfer',
        },
      ],
      method: { selector: '0xcf092995', name: 'transferWithAuthorization' },
      revert_reason: null,
      authorization_used: {
        authorizer: '0x000000000000000000000000000000000000bEEF',
        nonce: '0x0101010101010101010101010101010101010101010101010101010101010101',
      },
      expectation: null,
    },
  },
  check({ expect = {} }) {
    if (expect.to_address !== undefined) refuseUnlessAddress(['expect', 'to_address'], expect.to_address)
    if (expect.from !== undefined) refuseUnlessAddress(['expect', 'from'], expect.from)
    if (expect.token !== undefined) refuseUnlessToken(['expect', 'token'], expect.token)
  },
  async run({ tx_hash: hash, expect, network }, ctx) {
    const [{ openBaseReader }, { readReceipt }, { expectTransfer }, { readAddress }, { findToken }] = await Promise.all(
      [
        import('#shared/engines/evm/base-reader.ts'),
        import('./read-receipt.ts'),
        import('./expect-transfer.ts'),
        import('#shared/engines/evm/resolve-address.ts'),
        import('#shared/engines/evm/find-token.ts'),
      ],
    )
    const address = (field: string, given: string | undefined) =>
      given === undefined ? undefined : readAddress(['expect', field], given)
    const expected =
      expect === undefined
        ? null
        : {
            to: address('to_address', expect.to_address),
            from: address('from', expect.from),
            token: expect.token === undefined ? undefined : findToken(['expect', 'token'], expect.token, network),
            minAmount: expect.min_amount === undefined ? undefined : BigInt(expect.min_amount),
          }
    const reader = await openBaseReader(ctx, network)
    const { moved, ...receipt } = await readReceipt(reader, hash.toLowerCase())
    return {
      ...reader.stamp(),
      ...receipt,
      expectation: expected === null ? null : expectTransfer(receipt.status, moved, expected),
    }
  },
})
