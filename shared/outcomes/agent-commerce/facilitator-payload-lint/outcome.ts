import { z } from 'zod'

import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const text = z.string().nullable()

export const facilitatorPayloadLint = defineOutcome({
  slug: 'facilitator-payload-lint',
  title: 'Facilitator payload lint',
  description:
    'Checks a payment payload before it goes to a facilitator: shape, amounts, times, the recovered signer (with the ' +
    'wrong token name, chain or contract named when it does not match), Solana transaction layout and signatures, and ' +
    'whether the facilitator takes the network. Predicts the error it would answer.',
  cents: 2,
  impulse: true,
  isolation: 'thread',
  decisions: lintDecisions,
  input: z.object({
    payment_payload: z
      .union([z.looseObject({}), z.string().max(262_144)])
      .describe('PaymentPayload, JSON text, the base64 header value, or {paymentPayload, paymentRequirements}'),
    facilitator: z
      .string()
      .min(1)
      .max(300)
      .default('cdp')
      .describe('profile: cdp, x402.org, payai, self, or a facilitator URL'),
    payment_requirements: z
      .looseObject({})
      .optional()
      .describe('requirements to match (v1, or to cross-check v2 accepted)'),
    now: nowInput,
  }),
  output: z.object({
    ...lintFields,
    facilitator: z.object({
      id: z.string(),
      supported: z.boolean().nullable().describe('null for a facilitator without profile'),
      as_of: text,
      networks: z.array(z.string()).nullable(),
      schemes: z.array(z.string()).nullable(),
    }),
    payload: z.object({
      scheme: text,
      network: text,
      network_caip2: text,
      payer: text,
      pay_to: text,
      amount_atomic: text,
      asset: text,
      valid_after: text,
      valid_before: text,
      nonce: text,
      transfer_method: text,
    }),
    recovered_signer: text.describe('EIP-712 recovery'),
    signer_matches: z.boolean().nullable().describe('null for smart-wallet signatures'),
    seconds_to_expiry: z.int().nullable(),
    predicted_error: text.describe('error code of the specification the facilitator would answer'),
    predicted_sdk_error: text.describe('the code the reference SDK gives instead, where it differs'),
    request_body: z.looseObject({}).nullable().describe('ready to send to /verify'),
  }),
  example: {
    input: { payment_payload: { x402Version: 3 } },
    output: {
      valid: false,
      decision: 'no-go',
      x402_version: null,
      findings: [
        {
          code: 'unsupported_version',
          severity: 'error',
          path: '/x402Version',
          message: 'x402Version is 3; there are 1 and 2.',
          spec: 'x402 v2 5.2.2',
          fix: '2',
        },
      ],
      summary: {
        errors: 1,
        warnings: 0,
        infos: 0,
      },
      input_digest: '8d15a80a2bbf3e770673937aaeed5d948eac19f4589c8b440a62316812c763e0',
      facilitator: {
        id: 'cdp',
        supported: null,
        as_of: '2026-10-19',
        networks: [
          'eip155:8453',
          'eip155:84532',
          'eip155:137',
          'eip155:42161',
          'eip155:143',
          'eip155:480',
          'eip155:4801',
          'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
          'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
        ],
        schemes: ['exact', 'upto', 'batch-settlement'],
      },
      payload: {
        scheme: null,
        network: null,
        network_caip2: null,
        payer: null,
        pay_to: null,
        amount_atomic: null,
        asset: null,
        valid_after: null,
        valid_before: null,
        nonce: null,
        transfer_method: null,
      },
      recovered_signer: null,
      signer_matches: null,
      seconds_to_expiry: null,
      predicted_error: 'invalid_x402_version',
      predicted_sdk_error: 'invalid_x402_version',
      request_body: null,
    },
  },
  check: ({ payment_payload, payment_requirements }) => {
    refuseDeep('payment_payload', payment_payload)
    refuseDeep('payment_requirements', payment_requirements)
  },
  run: async ({ payment_payload, facilitator, payment_requirements, now }, ctx) => {
    const { lintFacilitatorPayload } = await import('./lint-facilitator-payload.ts')
    return lintFacilitatorPayload({
      payment: payment_payload,
      facilitator,
      requirements: payment_requirements,
      nowMs: instantOf(now) ?? ctx.now().getTime(),
    })
  },
})
