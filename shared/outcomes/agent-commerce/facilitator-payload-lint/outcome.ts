import { z } from 'zod'

import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { payment_payload: 'x402-payment', facilitator: 'json', payment_requirements: 'json' },
    gives: { decision: 'decision' },
    also: { 'payload.payer': 'base-address', 'payload.pay_to': 'base-address', recovered_signer: 'base-address' },
  },
  input: () =>
    z.object({
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
  output: () =>
    z.object({
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
  example: exampleFrom(example),
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
