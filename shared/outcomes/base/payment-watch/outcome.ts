import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  AddressText,
  chainFields,
  exampleStamp,
  refuseUnlessAddress,
  refuseUnlessSolanaAddress,
  TokenText,
} from '#shared/outcomes/lib/chain-fields.ts'

const both = z.object({ raw: z.string(), amount: z.string() })

export const paymentWatch = defineOutcome({
  slug: 'payment-watch',
  title: 'Payment watch',
  description:
    'Watches an address for an expected USDC (or other token) payment on Base or Solana: pending, partial, paid, overpaid or ' +
    'expired, by the sum of confirmed transfers. Waits up to 20 s for a change, then poll with the watch_id.',
  cents: 2,
  impulse: true,
  pool: 'settlement-watch',
  timeoutMs: 30_000,
  settle: 'before',
  types: {
    takes: {
      pay_to: 'pay-to',
      amount_usdc: 'usdc-amount',
      network: 'network',
      from: 'transfer-from',
      watch_id: 'json',
      expires_in_s: 'json',
    },
    gives: { status: 'decision' },
    also: {
      'payments.0.tx': 'tx-hash',
      'payments.0.from': 'base-address',
      'received.amount': 'amount',
      'remaining.amount': 'amount',
    },
    either: ['pay_to', 'watch_id'],
  },
  input: () =>
    z.object({
      pay_to: AddressText.optional().describe('receiver; needed unless watch_id is given'),
      amount_usdc: z
        .string()
        .regex(/^\d{1,30}(?:\.\d{1,30})?$/, 'Not a decimal amount')
        .optional()
        .describe('expected amount in whole units of the token; absent: any'),
      token: TokenText.default('USDC').describe('contract, mint or well-known symbol'),
      from: AddressText.optional().describe('expected payer'),
      network: z.enum(['base', 'base-sepolia', 'solana']).default('base').describe('chain'),
      since: z.string().max(40).optional().describe('ISO time, or block (on Solana slot); default an hour ago'),
      expires_in_s: z.int().min(60).max(86_400).default(3_600).describe('life of the watch'),
      wait_s: z.int().min(0).max(20).default(0).describe('seconds to wait for a change in this call'),
      watch_id: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe('polls an existing watch; all else is then taken from it'),
      min_confirmations: z.int().min(1).max(64).default(1).describe('depth'),
    }),
  output: () =>
    z.object({
      ...chainFields,
      watch_id: z.string().describe('poll with it, with the same credential'),
      status: z.enum(['pending', 'partial', 'paid', 'overpaid', 'expired']),
      received: both.describe('confirmed transfers until expires_at'),
      expected: both.nullable(),
      remaining: both.nullable(),
      payments: z
        .array(
          both.extend({
            tx: z.string(),
            from: z.string(),
            confirmations: z.int(),
            counted: z.boolean().describe('deep enough, and in time'),
            at: z.string().nullable(),
          }),
        )
        .describe('the latest 100, oldest first'),
      expires_at: z.string(),
      next_poll_s: z.int().describe('advised delay; 0 when nothing more is to come'),
    }),
  example: {
    input: { pay_to: '0x000000000000000000000000000000000000dEaD', amount_usdc: '1.00' },
    output: {
      ...exampleStamp,
      watch_id: 'pw1.eyJjaGFpbiI6ImJhc2UifQ.0123456789abcdef01234567',
      status: 'partial',
      received: { raw: '400000', amount: '0.4' },
      expected: { raw: '1000000', amount: '1' },
      remaining: { raw: '600000', amount: '0.6' },
      payments: [
        {
          tx: '0xabababababababababababababababababababababababababababababababab',
          from: '0x000000000000000000000000000000000000bEEF',
          raw: '400000',
          amount: '0.4',
          confirmations: 3,
          counted: true,
          at: '2026-11-20T11:59:54.000Z',
        },
      ],
      expires_at: '2026-11-20T13:00:00.000Z',
      next_poll_s: 5,
    },
  },
  check({ pay_to: payTo, from, network, token, since, watch_id: id }) {
    if (id !== undefined) return
    if (payTo === undefined)
      throw invalidFields({ path: ['pay_to'], type: 'missing', msg: 'Field required unless watch_id is given' })
    const refuse = network === 'solana' ? refuseUnlessSolanaAddress : refuseUnlessAddress
    refuse(['pay_to'], payTo)
    if (from !== undefined) refuse(['from'], from)
    if (!/^[A-Za-z0-9.+]{1,64}$/.test(token)) throw invalidFields({ path: ['token'], msg: 'Value error, no token' })
    if (
      since !== undefined &&
      !/^\d{1,12}$/.test(since) &&
      !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(since)
    )
      throw invalidFields({ path: ['since'], msg: 'Value error, give an ISO 8601 time with its zone, or a block' })
    if (since?.includes('T') === true && Number.isNaN(Date.parse(since)))
      throw invalidFields({ path: ['since'], msg: 'Value error, there is no such time' })
  },
  async run(input, ctx) {
    const [{ openWatch }, { watchPayment }, { watchId }] = await Promise.all([
      import('./open-watch.ts'),
      import('./watch-payment.ts'),
      import('./watch-id.ts'),
    ])
    const { credential, owner_tag: tag } = await ctx.store.attestations.issuer()
    const owner = `${credential} ${tag}`
    const { watch, decimals } = await openWatch(ctx, input, owner)
    const seen = await watchPayment(ctx, { watch, decimals, waitS: input.wait_s })
    return {
      ...seen,
      watch_id: input.watch_id ?? watchId(watch, owner),
      expires_at: new Date(watch.expiresS * 1_000).toISOString(),
    }
  },
})
