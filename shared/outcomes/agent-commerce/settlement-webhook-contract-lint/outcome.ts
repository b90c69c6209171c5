import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

export const settlementWebhookContractLint = defineOutcome({
  slug: 'settlement-webhook-contract-lint',
  title: 'Settlement webhook contract lint',
  description:
    'Lints a push-on-settle webhook contract: URL, payload fields (under any usual name), amounts, networks, signing, ' +
    'replay and idempotency. Gives a corrected event and the rules its receiver has to keep.',
  cents: 2,
  pure: true,
  decisions: lintDecisions,
  types: {
    takes: { webhook_url: 'url', payload: 'json', hmac_header: 'json', hmac_secret_present: 'json' },
    gives: { decision: 'decision' },
    either: ['payload', 'webhook_url'],
  },
  input: () =>
    z.object({
      webhook_url: z.string().max(4_096).optional().describe('receiver URL'),
      payload: z
        .union([z.looseObject({}), z.string().max(262_144)])
        .optional()
        .describe('sample event'),
      hmac_header: z.string().max(2_000).optional().describe('name (or "name: value") of the signature header'),
      hmac_secret_present: z.boolean().optional().describe('a secret is configured'),
    }),
  output: () =>
    z.object({
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
  example: exampleFrom(example),
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
