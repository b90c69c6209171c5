import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import example from './payment-required-lint.example.json' with { type: 'json' }

const text = z.string().nullable()

export const paymentRequiredLint = defineOutcome({
  slug: 'payment-required-lint',
  title: '402 payment-required lint',
  description:
    'Checks an x402 402 answer (v1 body or v2 header) field by field against the specification and known token facts: ' +
    'carrier, version, amounts, networks, addresses, EIP-712 domains, Solana fee payer, extensions. Each finding has a ' +
    'code, a JSON Pointer and the value to put there.',
  cents: 2,
  impulse: true,
  isolation: 'thread',
  decisions: lintDecisions,
  types: {
    takes: { body: 'x402-offer', headers: 'json' },
    gives: { 'decoded.accepts': 'accepts', decision: 'decision', findings: 'json' },
    also: {
      'decoded.resource.url': 'url',
      'accepts.0.pay_to': 'base-address',
      'accepts.0.amount_human': 'usdc',
    },
    either: ['body', 'headers'],
  },
  input: () =>
    z.object({
      body: z
        .union([z.looseObject({}), z.string().max(262_144)])
        .optional()
        .describe('402 body, object or JSON string'),
      headers: jsonObject(200).optional().describe('response headers (any case); v2 carries PAYMENT-REQUIRED here'),
      strict: z.boolean().default(false).describe('warnings count as errors'),
      expect_url: z.string().max(2_048).optional().describe('URL that was requested, compared with resource'),
    }),
  output: () =>
    z.object({
      ...lintFields,
      carrier: z.enum(['body', 'header', 'both']),
      decoded: z.looseObject({}).nullable().describe('PaymentRequired as read from the carrier'),
      accepts: z.array(
        z.object({
          index: z.int(),
          scheme: text,
          network: text,
          network_caip2: text,
          asset: text,
          asset_symbol: text,
          amount_atomic: text,
          amount_human: text,
          pay_to: text,
          max_timeout_seconds: z.number().nullable(),
          payable: z.boolean().describe('no error stands in it'),
        }),
      ),
      min_price: z
        .object({ index: z.int(), amount_human: z.string(), asset_symbol: text })
        .nullable()
        .describe('cheapest payable way among dollar tokens'),
    }),
  example: exampleFrom(example),
  check: ({ body, headers }) => {
    if (body === undefined && headers === undefined)
      throw invalidFields({ path: ['body'], msg: 'Value error, body or headers is needed' })
    refuseDeep('body', body)
    refuseDeep('headers', headers)
  },
  run: async ({ body, headers, strict, expect_url }) => {
    const { lintPaymentRequired } = await import('#shared/engines/x402/payment-required/lint-payment-required.ts')
    return lintPaymentRequired({ body, headers, strict, expectUrl: expect_url })
  },
})
