import { z } from 'zod'

import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { schemeOf, SCHEMES } from '#shared/engines/hmac/signature-scheme.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'

export const hmacVerify = defineOutcome({
  slug: 'hmac-verify',
  title: 'HMAC verify',
  description:
    'Verifies or computes an HMAC webhook signature (raw, GitHub, Stripe, Slack, Shopify, Standard Webhooks) in constant ' +
    'time, checks its age, and names the mistake behind a mismatch: a trailing newline, reserialised JSON, a wrong encoding.',
  cents: 1,
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  secrets: ['secret'],
  decisions: ['allow', 'block'],
  types: {
    takes: {
      payload: 'text',
      secret: 'secret',
      signature: 'text',
      scheme: 'json',
      timestamp: 'json',
      algorithm: 'json',
    },
    gives: { decision: 'decision' },
  },
  input: () =>
    z.object({
      payload: z.string().max(5_000_000).describe('exact raw body'),
      secret: z.string().min(1).max(4_096).describe('shared secret; never stored'),
      signature: z
        .string()
        .max(4_096)
        .optional()
        .describe('header value or digest; without it the expected value is computed'),
      scheme: z
        .enum(['auto', ...SCHEMES])
        .default('auto')
        .describe('signature scheme'),
      algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256').describe('for raw'),
      timestamp: z.string().max(64).optional().describe('for slack and standard-webhooks'),
      message_id: z.string().max(256).optional().describe('for standard-webhooks'),
      tolerance_seconds: z.int().min(0).max(86_400).default(300).describe('replay window, 0 disables'),
      now: nowInput,
    }),
  output: () =>
    z.object({
      decision: z.enum(['allow', 'block']).nullable().describe('null when nothing was compared'),
      valid: z.boolean().nullable().describe('null when no signature was given'),
      scheme: z.string().describe('scheme applied'),
      algorithm: z.string(),
      expected: z.string().nullable().describe('only when no signature was given, never next to a failing check'),
      timestamp: z.object({ value: z.string(), age_s: z.number(), within_tolerance: z.boolean() }).nullable(),
      diagnosis: z.array(z.string()).describe('what would explain a mismatch'),
      compared: z.string(),
    }),
  example: {
    input: {
      payload: 'Hello, World!',
      secret: "It's a Secret to Everybody",
      signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    output: {
      decision: 'allow',
      valid: true,
      scheme: 'github',
      algorithm: 'sha256',
      expected: null,
      timestamp: null,
      diagnosis: [],
      compared: 'constant-time',
    },
  },
  check({ scheme, signature, timestamp, message_id }) {
    const applied = scheme === 'auto' ? schemeOf(signature) : scheme
    if (signature === undefined) return
    const missing = [
      ...((applied === 'slack' || applied === 'standard-webhooks') && timestamp === undefined ? ['timestamp'] : []),
      ...(applied === 'standard-webhooks' && message_id === undefined ? ['message_id'] : []),
    ]
    if (missing.length > 0)
      throw invalidFields(
        ...missing.map((name) => ({ path: [name], msg: `Field required to verify a ${applied} signature` })),
      )
  },
  async run({ message_id, tolerance_seconds, now, ...input }, ctx) {
    const { verifySignature } = await import('#shared/engines/hmac/verify-signature.ts')
    return verifySignature({
      ...input,
      messageId: message_id,
      toleranceS: tolerance_seconds,
      now: instantOf(now) ?? ctx.now().getTime(),
    })
  },
})
