import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const decisions = ['allow', 'review', 'block'] as const
const document = z.union([z.looseObject({}), z.string().min(1).max(65_536)])
const text = z.string().nullable()
/** Between two looks of a long poll. */
const LOOK_MS = 1_000

export const settlementStatus = defineOutcome({
  slug: 'settlement-status',
  title: 'Settlement status',
  description:
    'Says whether an x402 payment in USDC on Base or Solana settled, is pending, failed or never happened, and whether ' +
    'it is safe to sign again: by the nonce of the authorization where the payment is given, else by the transaction.',
  cents: 2,
  get: { alias: '/api/x402/payments/settlement' },
  pool: 'settlement-watch',
  timeoutMs: 30_000,
  settle: 'before',
  decisions,
  types: {
    takes: { network: 'network', transaction: 'transaction', payment: 'x402-payment', payment_response: 'json' },
    gives: { status: 'decision' },
    also: {
      transaction: 'transaction',
      'transfer.from': 'base-address',
      'transfer.to': 'base-address',
      'transfer.amount': 'amount',
    },
    either: ['transaction', 'payment', 'payment_response'],
  },
  input: () =>
    guardInput({
      network: z
        .string()
        .max(100)
        .optional()
        .describe('CAIP-2 or legacy name; taken from payment or response if left out'),
      transaction: z.string().min(1).max(200).optional().describe('hash or signature'),
      payment: document.optional().describe('payment payload (or base64 header); used to find the nonce on chain'),
      payment_response: document.optional().describe('PAYMENT-RESPONSE content'),
      expected: z
        .looseObject({
          pay_to: z.string().max(200).optional(),
          amount: z
            .string()
            .regex(/^\d{1,78}$/)
            .optional()
            .describe('raw units'),
          asset: z.string().max(200).optional(),
        })
        .optional()
        .describe('{pay_to, amount, asset} the transfer should have'),
      wait_s: documentedDefault(z.int().min(0).max(20), 0).describe('seconds to wait for an end that is pending'),
    }),
  output: () =>
    z.object({
      network: z.string().describe('CAIP-2'),
      block_number: z.int().describe('block (on Solana slot) this is as of'),
      block_time: z.string(),
      rpc: z.object({ provider: z.string(), latency_ms: z.int() }),
      ...verdictFields,
      decision: z.enum(decisions),
      status: z.enum(['settled', 'pending', 'failed', 'not_found', 'expired_unused', 'unknown']),
      safe_to_resign: z.boolean().describe('no money moved by this payment, and none can'),
      transaction: text,
      confirmations: z.int().nullable(),
      finality: z.enum(['latest', 'confirmed', 'finalized']).nullable(),
      transfer: z
        .object({
          from: z.string(),
          to: z.string(),
          asset: z.string(),
          raw: z.string(),
          amount: text.describe('decimal, of USDC'),
        })
        .nullable(),
      expectation: z.object({ met: z.boolean(), mismatches: z.array(z.string()) }).nullable(),
      authorization: z
        .object({
          nonce: z.string().describe('on Solana the SHA-256 of the message'),
          used: z.boolean().nullable(),
          valid_before: text,
          expired: z.boolean().nullable().describe('by block time'),
        })
        .nullable(),
      advice: z.enum(['wait', 'serve', 'resign', 'reconcile']),
    }),
  example: exampleFrom(example),
  check({ transaction, payment, payment_response: response }) {
    refuseDeep('payment', payment)
    refuseDeep('payment_response', response)
    if (transaction === undefined && payment === undefined && response === undefined)
      throw invalidFields({ path: ['transaction'], msg: 'Value error, give transaction, payment or payment_response' })
  },
  async run(input, { settlement, now, signal }) {
    const [{ readQuestion }, { judgeSettlement }] = await Promise.all([
      import('./settlement-question.ts'),
      import('./judge-settlement.ts'),
    ])
    const question = readQuestion(input)
    if ('problem' in question)
      throw invalidFields({ path: [question.field], msg: `Value error, ${question.field} ${question.problem}` })
    const { network, transaction, payment } = question
    const until = now().getTime() + (input.wait_s ?? 0) * 1_000
    for (;;) {
      const { latencyMs, ...seen } = await settlement.inspect({ network, transaction, payment })
      if (seen.noPayment !== null) throw invalidFields({ path: ['payment'], msg: `Value error, ${seen.noPayment}` })
      const judged = judgeSettlement({ question, seen, expected: input.expected, input })
      const isOpen = judged.status === 'pending' || judged.status === 'not_found' || judged.status === 'unknown'
      if (!isOpen || signal.aborted || now().getTime() + LOOK_MS > until)
        return {
          ...judged,
          decision: wordOf(judged.decision),
          rpc: { provider: 'settlement process', latency_ms: latencyMs },
        }
      await new Promise((done) => setTimeout(done, LOOK_MS))
    }
  },
})

/** No rule here asks for a confirmation. */
const wordOf = (word: string) => decisions.find((known) => known === word) ?? 'review'
