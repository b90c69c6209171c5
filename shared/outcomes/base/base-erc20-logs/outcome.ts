import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  AddressText,
  BaseNetwork,
  BlockTag,
  chainFields,
  exampleStamp,
  refuseUnlessAddress,
  refuseUnlessToken,
  TokenText,
} from '#shared/outcomes/lib/chain-fields.ts'

const block = z.int().min(0).max(999_999_999_999)

export const baseErc20Logs = defineOutcome({
  slug: 'base-erc20-logs',
  title: 'Base ERC-20 transfers',
  description:
    'Decoded ERC-20 Transfer events on Base by token, sender and receiver over up to 10,000 blocks, in pages: amounts with ' +
    'decimals, mints and burns labelled, NFTs left out, replaced blocks dropped, whatever ranges the node allows.',
  cents: 2,
  impulse: true,
  timeoutMs: 15_000,
  types: {
    takes: { token: 'token-address', from: 'transfer-from', to: 'transfer-to', limit: 'count' },
    gives: { transfers: 'json', 'transfers.0.tx_hash': 'tx-hash' },
    also: {
      'transfers.0.from': 'base-address',
      'transfers.0.to': 'base-address',
      'transfers.0.token': 'token-address',
      'transfers.0.amount': 'amount',
    },
  },
  input: () =>
    z.object({
      token: TokenText.nullable().default('USDC').describe('contract or symbol; null for any ERC-20'),
      from: AddressText.optional().describe('sender filter'),
      to: AddressText.optional().describe('receiver filter'),
      from_block: block.optional().describe('default to_block - 2000'),
      to_block: z.union([block, BlockTag]).default('latest').describe('end block: a number, latest, safe or finalized'),
      limit: z.int().min(1).max(500).default(100).describe('rows'),
      order: z.enum(['desc', 'asc']).default('desc'),
      cursor: z
        .string()
        .regex(/^\d{1,12}:\d{1,10}$/)
        .optional()
        .describe('next_cursor of the page before, with the same filters and its range'),
      network: BaseNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      transfers: z.array(
        z.object({
          block_number: z.int(),
          block_time: z.string().nullable(),
          tx_hash: z.string(),
          log_index: z.int(),
          token: z.string(),
          symbol: z.string().nullable(),
          from: z.string(),
          to: z.string(),
          raw: z.string(),
          amount: z.string().nullable(),
          kind: z.enum(['transfer', 'mint', 'burn']),
          removed: z.literal(false),
        }),
      ),
      count: z.int().describe('rows in this page'),
      range: z.object({ from_block: z.int(), to_block: z.int() }),
      next_cursor: z.string().nullable().describe('block:log_index of the next row'),
      totals: z
        .array(z.object({ token: z.string(), in_raw: z.string(), out_raw: z.string() }))
        .nullable()
        .describe('sums of this page per token, when exactly one of from and to is set'),
      complete: z.boolean().describe('the whole range was read'),
    }),
  example: {
    input: { to: '0x000000000000000000000000000000000000dEaD', limit: 1 },
    output: {
      ...exampleStamp,
      transfers: [
        {
          block_number: 37_999_990,
          block_time: '2026-11-20T11:59:38.000Z',
          tx_hash: '0xabababababababababababababababababababababababababababababababab',
          log_index: 4,
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          from: '0x000000000000000000000000000000000000bEEF',
          to: '0x000000000000000000000000000000000000dEaD',
          raw: '20000',
          amount: '0.02',
          kind: 'transfer',
          removed: false,
        },
      ],
      count: 1,
      range: { from_block: 37_998_000, to_block: 38_000_000 },
      next_cursor: null,
      totals: [{ token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', in_raw: '20000', out_raw: '0' }],
      complete: true,
    },
  },
  check({ token, from, to, from_block: first, to_block: last }) {
    if (token === null && from === undefined && to === undefined)
      throw invalidFields({
        path: ['token'],
        type: 'unbounded_query',
        msg: 'Value error, name at least one of token, from and to',
      })
    if (token !== null) refuseUnlessToken(['token'], token)
    if (from !== undefined) refuseUnlessAddress(['from'], from)
    if (to !== undefined) refuseUnlessAddress(['to'], to)
    if (first !== undefined && /^\d+$/.test(String(last)) && (Number(last) < first || Number(last) - first >= 10_000))
      throw invalidFields({
        path: ['from_block'],
        type: 'range_too_wide',
        msg: 'Value error, to_block is from_block or up to 9,999 blocks after it',
      })
  },
  async run(input, ctx) {
    const [{ openBaseReader }, { readAddress }, { findToken }, { listTransfers }] = await Promise.all([
      import('#shared/engines/evm/base-reader.ts'),
      import('#shared/engines/evm/resolve-address.ts'),
      import('#shared/engines/evm/find-token.ts'),
      import('./list-transfers.ts'),
    ])
    const [at, index] = (input.cursor ?? '').split(':').map(Number)
    const asked = {
      token: input.token === null ? null : findToken(['token'], input.token, input.network),
      from: input.from === undefined ? null : readAddress(['from'], input.from),
      to: input.to === undefined ? null : readAddress(['to'], input.to),
      fromBlock: input.from_block ?? null,
      limit: input.limit,
      order: input.order,
      start: at === undefined || index === undefined ? null : { block: at, index },
    }
    const reader = await openBaseReader(ctx, input.network, {
      block: String(input.to_block),
      field: 'to_block',
      withinMs: 14_000,
    })
    const page = await listTransfers(reader, asked)
    return { ...reader.stamp(), ...page }
  },
})
