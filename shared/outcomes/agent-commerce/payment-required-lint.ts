import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '../define.ts'

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
  input: z.object({
    body: z
      .union([z.looseObject({}), z.string().max(262_144)])
      .optional()
      .describe('402 body, object or JSON string'),
    headers: jsonObject(200).optional().describe('response headers (any case); v2 carries PAYMENT-REQUIRED here'),
    strict: z.boolean().default(false).describe('warnings count as errors'),
    expect_url: z.string().max(2_048).optional().describe('URL that was requested, compared with resource'),
  }),
  output: z.object({
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
  example: {
    input: {
      body: {
        x402Version: 2,
        error: 'Payment required',
        resource: { url: 'https://api.example.com/search' },
        accepts: [
          {
            scheme: 'exact',
            network: 'base',
            amount: '20000',
            asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
            maxTimeoutSeconds: 60,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
      },
    },
    output: {
      valid: false,
      decision: 'no-go',
      x402_version: 2,
      findings: [
        {
          code: 'PR_NETWORK_NOT_CAIP2',
          severity: 'error',
          path: '/accepts/0/network',
          message: 'network base is not CAIP-2, which x402 v2 demands.',
          spec: 'x402 v2 11.1',
          fix: 'eip155:8453',
        },
      ],
      summary: {
        errors: 1,
        warnings: 0,
        infos: 0,
      },
      input_digest: '8ce4c9cb24edcb8d838a4c9bcfe3d81086ff77d819379fcab99bd492285cce34',
      carrier: 'body',
      decoded: {
        x402Version: 2,
        error: 'Payment required',
        resource: {
          url: 'https://api.example.com/search',
        },
        accepts: [
          {
            scheme: 'exact',
            network: 'base',
            amount: '20000',
            asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
            maxTimeoutSeconds: 60,
            extra: {
              name: 'USD Coin',
              version: '2',
            },
          },
        ],
      },
      accepts: [
        {
          index: 0,
          scheme: 'exact',
          network: 'base',
          network_caip2: 'eip155:8453',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          asset_symbol: 'USDC',
          amount_atomic: '20000',
          amount_human: '0.02',
          pay_to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
          max_timeout_seconds: 60,
          payable: false,
        },
      ],
      min_price: null,
    },
  },
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
