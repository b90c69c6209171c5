import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

export const settlementWebhookContractLint = defineOutcome({
  slug: 'settlement-webhook-contract-lint',
  title: 'Settlement webhook contract lint',
  description:
    'Lints a push-on-settle webhook contract: URL, payload fields (under any usual name), amounts, networks, signing, ' +
    'replay and idempotency. Gives a corrected event and the rules its receiver has to keep.',
  cents: 2,
  decisions: lintDecisions,
  input: z.object({
    webhook_url: z.string().max(4_096).optional().describe('receiver URL'),
    payload: z
      .union([z.looseObject({}), z.string().max(262_144)])
      .optional()
      .describe('sample event'),
    hmac_header: z.string().max(2_000).optional().describe('name (or "name: value") of the signature header'),
    hmac_secret_present: z.boolean().optional().describe('a secret is configured'),
  }),
  output: z.object({
    ...lintFields,
    score: z.int().min(0).max(100),
    fields: z.array(
      z.object({
        field: z.string(),
        status: z.enum(['present', 'missing', 'malformed']),
        path: z.string().nullable(),
        required: z.boolean(),
      }),
    ),
    signing: z.object({
      header: z.string().nullable(),
      scheme_guess: z.enum(['standard-webhooks', 'stripe-like', 'plain-digest', 'unknown']).nullable(),
      timestamp_signed: z.boolean().nullable(),
      secret_present: z.boolean().nullable(),
    }),
    suggested_payload: z.looseObject({}).describe('corrected example with every required field'),
    receiver_rules: z.array(z.string()),
  }),
  example: {
    input: {
      webhook_url: 'http://hooks.example.com/x402',
      hmac_header: 'webhook-signature',
      hmac_secret_present: true,
    },
    output: {
      valid: false,
      decision: 'no-go',
      x402_version: null,
      findings: [
        {
          code: 'WH_URL_NOT_HTTPS',
          severity: 'error',
          path: '/webhook_url',
          message: 'webhook_url is http: events and signatures would travel in the clear.',
          spec: null,
          fix: 'https://hooks.example.com/x402',
        },
      ],
      summary: {
        errors: 1,
        warnings: 0,
        infos: 0,
      },
      input_digest: '0cceba700fc9b947dc159ec6dbcd6cd28ecb92cad6c2c4eb2497910e9cd80936',
      score: 80,
      fields: [],
      signing: {
        header: 'webhook-signature',
        scheme_guess: 'standard-webhooks',
        timestamp_signed: true,
        secret_present: true,
      },
      suggested_payload: {
        id: 'evt_01JX3T5Y8W2M',
        type: 'payment.settled',
        occurred_at: '2026-01-01T00:00:00Z',
        network: 'eip155:8453',
        transaction: '0x1111111111111111111111111111111111111111111111111111111111111111',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '20000',
        pay_to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
        resource: 'https://api.example.com/resource',
        status: 'settled',
      },
      receiver_rules: [
        'Verify the signature over the raw bytes of the body, before parsing it, in constant time.',
        'Refuse events whose signed time is more than five minutes off.',
        'Reply 2xx within 10 s and do the work afterwards; anything else is sent again.',
        'Remember event ids for as long as the sender repeats them, and treat a repeat as done.',
        'Expect events in any order, and look the transaction up on chain before goods of value leave.',
        'Check network, asset, amount and pay_to against the order; the signature only says who sent it.',
      ],
    },
  },
  check: ({ webhook_url, payload, hmac_header, hmac_secret_present }) => {
    if ([webhook_url, payload, hmac_header, hmac_secret_present].every((field) => field === undefined))
      throw invalidFields({ path: ['webhook_url'], msg: 'Value error, at least one field is needed' })
    refuseDeep('payload', payload)
  },
  run: async (input) => {
    const { lintSettlementContract } = await import('./settlement-contract.ts')
    return lintSettlementContract(input)
  },
})
