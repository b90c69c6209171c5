import { z } from 'zod'

import { digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { mintOnce } from '#shared/engines/guard/mint-once.ts'
import { receiptProblems } from '#shared/engines/guard/receipt-fields.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'

export const actionReceipt = defineOutcome({
  slug: 'action-receipt',
  title: 'Action receipt',
  description:
    'Mints a signed receipt that an agent took an action with a payload digest: Ed25519, verifiable offline with the ' +
    'published key, and at a free route. Unique for its payer by agent and nonce: the same again gives the same receipt, another digest is refused.',
  cents: 2,
  impulse: true,
  isFlat: true,
  featured: 10,
  settle: 'before',
  types: {
    takes: {
      agent_id: 'agent-id',
      action: 'action',
      payload: 'json',
      payload_digest: 'sha256',
      nonce: 'json',
      quote: 'json',
      decision_ref: 'json',
    },
    gives: { signature: 'text' },
    also: { payload_digest: 'sha256' },
    writes: true,
  },
  input: () =>
    z.object({
      agent_id: z.string().min(1).max(128).describe('agent'),
      action: z.string().min(1).max(200).describe('what was done'),
      payload_digest: z
        .string()
        .length(64)
        .regex(/^[0-9a-f]{64}$/i, 'Not a SHA-256 in hex')
        .optional()
        .describe('sha256 hex of the payload (64 hex)'),
      payload: z
        .unknown()
        .optional()
        .describe('alternative to payload_digest: hashed here (RFC 8785 for JSON, UTF-8 for text), not stored'),
      nonce: z
        .string()
        .min(8)
        .max(128)
        .optional()
        .describe('unique for the credential and agent; generated when absent'),
      quote: z.string().max(200).optional().describe('price or quote reference, may be empty'),
      decision_ref: z
        .string()
        .max(200)
        .optional()
        .describe('upstream authorization cited; not covered by the signature'),
    }),
  output: () =>
    z.object({
      ok: z.literal(true),
      resource: z.literal('action-receipt'),
      profile: z.literal('action-receipt-v1-rt'),
      agent_id: z.string(),
      action: z.string(),
      payload_digest: z.string(),
      nonce: z.string(),
      quote: z.string(),
      ts: z.string().describe('ISO 8601 UTC with milliseconds'),
      receipt_type: z.literal('raw'),
      decision_ref: z.string().nullable(),
      signature: z.string().describe('base64 Ed25519 over "agent_id|action|payload_digest|nonce|quote|ts|rt:raw"'),
      hmac: z.string().describe('hex HMAC-SHA-256 over the same text'),
      hmac_ok_hint: z.string(),
      key_id: z.string().describe('first 16 hex of sha256 of the public key'),
      verify: z.string(),
      public_key: z.string(),
    }),
  example: {
    input: {
      agent_id: 'a1',
      action: 'deploy',
      payload_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      nonce: 'n-12345678',
    },
    output: {
      ok: true,
      resource: 'action-receipt',
      profile: 'action-receipt-v1-rt',
      agent_id: 'a1',
      action: 'deploy',
      payload_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      nonce: 'n-12345678',
      quote: '',
      ts: '2026-11-20T12:00:00.000Z',
      receipt_type: 'raw',
      decision_ref: null,
      signature: '0'.repeat(86) + '==',
      hmac: '0'.repeat(64),
      hmac_ok_hint:
        'HMAC-SHA-256 over the signed text, under a key only this service has: the verify address checks it.',
      key_id: '21fe31dfa154a261',
      verify: 'https://farebox.example/api/v1/outcomes/action-receipt/verify',
      public_key: 'https://farebox.example/api/v1/outcomes/action-receipt/public-key',
    },
  },
  check({ payload_digest, payload, action, decision_ref, ...fields }) {
    if ((payload_digest === undefined) === (payload === undefined)) {
      throw invalidFields({
        path: ['payload_digest'],
        type: payload === undefined ? 'missing' : 'value_error',
        msg: 'Send exactly one of payload_digest and payload',
      })
    }
    const problems = receiptProblems({ ...fields, payload_digest: payload_digest ?? 'hashed here' })
    const unfit = [
      ...(/[|\p{Cc}\p{Cs}]/u.test(action) ? ['action'] : []),
      ...(/[\p{Cc}\p{Cs}]/u.test(decision_ref ?? '') ? ['decision_ref'] : []),
    ].map((name) => ({ path: [name], msg: `Value error, ${name} may not contain | or control characters` }))
    if (problems.length + unfit.length > 0) throw invalidFields(...problems, ...unfit)
  },
  async run({ payload, payload_digest, ...rest }, ctx) {
    const digest =
      payload_digest?.toLowerCase() ?? (typeof payload === 'string' ? sha256Hex(payload) : digestOf(payload))
    const receipt = await mintOnce(ctx, { ...rest, payload_digest: digest })
    // Safe: only what the settlement process signed is ever kept, and the output schema reads it once more.
    return receipt as never
  },
})
