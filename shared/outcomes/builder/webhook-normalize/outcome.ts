import { z } from 'zod'

import { PROVIDERS } from './provider.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

export const webhookNormalize = defineOutcome({
  slug: 'webhook-normalize',
  title: 'Webhook normalise',
  description:
    'Maps webhooks of Stripe, GitHub, Shopify, Slack, Twilio, PayPal, Square, Svix, Linear and x402 to one CloudEvents-like ' +
    'envelope: event type, subject, actor, money in minor units, idempotency key. Verifies the signature on the raw body and ' +
    'names the mistake behind a mismatch.',
  cents: 2,
  maxBodyBytes: 2 * 1024 * 1024,
  isolation: 'thread',
  secrets: ['secret'],
  types: {
    takes: { payload: 'json', headers: 'json', provider: 'json', secret: 'json' },
    gives: { event: 'json', data: 'json' },
    also: {
      'money.currency': 'currency',

      'event.occurred_at': 'iso-datetime',
      idempotency_key: 'key',
    },
  },
  input: () =>
    z.object({
      payload: z
        .union([jsonObject(), z.string().max(2_097_152)])
        .describe('body; send the raw string when a signature must be verified'),
      headers: jsonObject(500).default({}).describe('request headers, any case'),
      provider: z
        .enum(['auto', ...PROVIDERS])
        .default('auto')
        .describe('provider'),
      secret: z
        .string()
        .min(1)
        .max(4_096)
        .optional()
        .describe('signing secret (for SendGrid its public key); used in memory only, never stored or echoed'),
      url: z.string().max(4_096).optional().describe('address it was delivered to: Twilio and Square sign it'),
      now: nowInput,
    }),
  output: () =>
    z.object({
      provider: z.enum(PROVIDERS),
      detected_by: z.array(z.string()).describe('header or body evidence'),
      event: z.object({
        id: z.string().nullable(),
        type: z.string().describe('normalised, dotted: payment.succeeded; <provider>.<type> where nobody mapped it'),
        provider_type: z.string().nullable(),
        occurred_at: z.string().nullable(),
        received_at: z.string(),
        subject: z.object({ kind: z.string().nullable(), id: z.string().nullable() }),
        actor: z.string().nullable(),
        livemode: z.boolean().nullable(),
        api_version: z.string().nullable(),
      }),
      data: z.unknown().describe('the provider object, unchanged'),
      money: z
        .object({
          amount_minor: z.int().describe('cents, yen, atomic units: never a fraction'),
          currency: z.string(),
          direction: z.enum(['in', 'out', 'refund']),
        })
        .nullable(),
      idempotency_key: z.string().describe('provider:id, or the sha256 of the body when there is no id'),
      signature: z.object({
        checked: z.boolean(),
        valid: z.boolean().nullable(),
        scheme: z.string().nullable(),
        reason: z.string().nullable(),
        timestamp_age_s: z.number().nullable(),
        diagnosis: z.array(z.string()).describe('what would explain a mismatch'),
      }),
      is_test: z.boolean().describe('test mode or ping'),
      challenge: z
        .object({ kind: z.string(), respond_with: z.string() })
        .nullable()
        .describe('what the provider wants to be answered'),
      mapping: z.enum(['exact', 'partial', 'passthrough']),
      unmapped: z.array(z.string()).describe('top-level keys not used, at most 200'),
    }),
  example: exampleFrom(example),
  check: ({ payload }) => refuseDeep('payload', payload),
  async run({ payload, headers, provider, secret, url, now }, ctx) {
    const { normalizeWebhook } = await import('./normalize-webhook.ts')
    return normalizeWebhook({
      payload,
      headers,
      provider,
      secret: secret ?? null,
      url: url ?? null,
      now: instantOf(now) ?? ctx.now().getTime(),
    })
  },
})
