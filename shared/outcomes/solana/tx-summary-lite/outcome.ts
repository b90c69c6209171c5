import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { chainFields, exampleStamp, SolanaNetwork } from '#shared/outcomes/lib/chain-fields.ts'

const text = z.string().nullable()
const Status = z.object({ confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish() }).nullable()

export const txSummaryLite = defineOutcome({
  slug: 'tx-summary-lite',
  title: 'Solana transaction summary',
  description:
    'Plain summary of a Solana transaction: who paid what to whom (inner instructions included), fee, programs, memos, why ' +
    'it failed, one sentence, and whether it has the layout of an x402 exact payment.',
  cents: 2,
  types: {
    takes: { signature: 'solana-signature' },
    gives: { summary: 'text', transfers: 'json', 'transfers.0.mint': 'solana-mint' },
    also: {
      fee_payer: 'solana-address',
      'transfers.0.from_owner': 'solana-address',
      'transfers.0.to_owner': 'solana-address',
      'transfers.0.amount': 'amount',
      executed_at: 'iso-datetime',
    },
  },
  input: () =>
    z.object({
      signature: z
        .string()
        .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'Not a base58 signature')
        .describe('base58 transaction signature'),
      network: SolanaNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      found: z.boolean(),
      status: z.enum(['success', 'failed', 'not_found']),
      slot: z.int().nullable().describe('its slot; block_number is the one this is as of'),
      executed_at: text,
      confirmation: z.enum(['processed', 'confirmed', 'finalized']).nullable(),
      fee_payer: text,
      fee_lamports: text,
      transfers: z
        .array(
          z.object({
            kind: z.enum(['sol', 'spl']),
            mint: text,
            symbol: text,
            from_owner: text.describe('null: minted'),
            to_owner: text.describe('null: burnt'),
            raw: z.string(),
            amount: z.string(),
            decimals: z.int(),
          }),
        )
        .describe('the first 100'),
      balance_changes: z
        .array(z.object({ owner: z.string(), asset: z.string(), mint: text, raw: z.string(), amount: z.string() }))
        .describe('net per owner and asset, biggest loss first'),
      programs: z.array(z.object({ id: z.string(), label: text, invocations: z.int() })),
      memo: z.array(z.string()),
      error: z
        .object({
          instruction_index: z.int().nullable(),
          code: z.int().nullable(),
          name: text,
          logs_tail: z.array(z.string()),
        })
        .nullable(),
      compute_units: z.int().nullable(),
      summary: z.string(),
      x402: z
        .object({ looks_like_exact_payment: z.boolean(), pay_to_owner: text, amount: z.string() })
        .nullable()
        .describe('null where nothing is sent by TransferChecked'),
    }),
  example: {
    input: { signature: '5'.repeat(88) },
    output: {
      ...exampleStamp,
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      block_number: 340_000_000,
      found: false,
      status: 'not_found',
      slot: null,
      executed_at: null,
      confirmation: null,
      fee_payer: null,
      fee_lamports: null,
      transfers: [],
      balance_changes: [],
      programs: [],
      memo: [],
      error: null,
      compute_units: null,
      summary: 'No node knows this signature: it never landed, or it is not of this cluster.',
      x402: null,
    },
  },
  async run({ signature, network }, ctx) {
    const [{ inContext, openSolanaReader }, { LandedTransaction }, { summarizeTransaction }, { fromBase58 }] =
      await Promise.all([
        import('#shared/engines/solana/solana-reader.ts'),
        import('#shared/engines/solana/landed-transaction.ts'),
        import('./summarize-transaction.ts'),
        import('#shared/lib/crypto/base58.ts'),
      ])
    if (fromBase58(signature)?.length !== 64)
      throw invalidFields({ path: ['signature'], msg: 'Value error, it is not the base58 of 64 bytes' })
    const reader = openSolanaReader(ctx, network)
    const how = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
    const [landed, statuses] = await Promise.all([
      reader.ask('getTransaction', [signature, how], LandedTransaction.nullable()),
      reader.ask(
        'getSignatureStatuses',
        [[signature], { searchTransactionHistory: true }],
        inContext(z.tuple([Status])),
      ),
    ])
    const { slot } = statuses.context
    const stamp = reader.stamp(slot, await reader.timeOf(slot))
    if (landed === null) return { ...stamp, ...NOT_FOUND }
    return {
      ...stamp,
      found: true,
      confirmation: statuses.value[0]?.confirmationStatus ?? null,
      ...summarizeTransaction(network, landed),
    }
  },
})

const NOT_FOUND = {
  found: false,
  status: 'not_found',
  slot: null,
  executed_at: null,
  confirmation: null,
  fee_payer: null,
  fee_lamports: null,
  transfers: [],
  balance_changes: [],
  programs: [],
  memo: [],
  error: null,
  compute_units: null,
  summary: 'No node knows this signature: it never landed, or it is not of this cluster.',
  x402: null,
} as const
