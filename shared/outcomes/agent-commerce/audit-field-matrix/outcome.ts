import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { ownReceipts } from '#shared/outcomes/lib/own-receipts.ts'

const profiles = ['accounting', 'dispute', 'security', 'agent_log'] as const
const names = z.array(z.string())

export const auditFieldMatrix = defineOutcome({
  slug: 'audit-field-matrix',
  title: 'Audit field matrix',
  description:
    'Shows which audit questions a receipt, settlement, signed offer or log line answers (who, what, when, how much, ' +
    'where settled, integrity and more), which it cannot, what contradicts itself, and for which purpose it is complete.',
  cents: 2,
  decisions: lintDecisions,
  input: z.object({
    receipt: z
      .union([z.looseObject({}), z.string().max(262_144)])
      .describe('receipt, settlement response, offer-receipt artifact, or log line'),
    profile: z
      .enum(['all', ...profiles])
      .default('all')
      .describe('purpose'),
  }),
  output: z.object({
    ...lintFields,
    detected_profile: z.string(),
    matrix: z.array(
      z.object({
        question: z.string(),
        fields: z.array(
          z.object({
            name: z.string(),
            path: z.string().nullable(),
            status: z.enum(['present', 'missing', 'malformed']),
            value_redacted: z.string().nullable(),
          }),
        ),
        answered: z.enum(['yes', 'partly', 'no']),
      }),
    ),
    profiles: z.array(
      z.object({ profile: z.enum(profiles), required: names, present: names, missing: names, sufficient: z.boolean() }),
    ),
    integrity: z.object({
      digest_present: z.boolean(),
      signature_present: z.boolean(),
      signature_valid: z.boolean().nullable(),
      offline_verifiable: z.boolean(),
    }),
    score: z.int().min(0).max(100).describe('answered yes counts whole, partly half'),
  }),
  example: {
    input: {
      receipt: { agent_id: 'agent-7', action: 'deploy', ts: '2026-01-15T10:00:00Z', decision: 'allow' },
      profile: 'agent_log',
    },
    output: {
      valid: false,
      decision: 'no-go',
      x402_version: null,
      findings: [
        {
          code: 'AF_PROFILE_INSUFFICIENT',
          severity: 'error',
          path: '',
          message: 'For agent_log the receipt lacks input_digest.',
          spec: null,
          fix: 'Add input_digest.',
        },
        {
          code: 'AF_UNANSWERED',
          severity: 'warning',
          path: '',
          message: 'The receipt does not answer: integrity.',
          spec: null,
          fix: 'Add payload_digest or request_digest or input_digest and signature.',
        },
      ],
      summary: { errors: 1, warnings: 1, infos: 0 },
      input_digest: 'e78803617261fa7cbf1f1174ce65a3127300ac3a4f23b0c1fed7c43c2d0e3544',
      detected_profile: 'generic',
      matrix: [
        {
          question: 'who',
          fields: [
            { name: 'payer', path: null, status: 'missing', value_redacted: null },
            { name: 'agent_id', path: '/agent_id', status: 'present', value_redacted: 'agent-7' },
            { name: 'signer', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'yes',
        },
        {
          question: 'what',
          fields: [
            { name: 'action', path: '/action', status: 'present', value_redacted: 'deploy' },
            { name: 'resource', path: null, status: 'missing', value_redacted: null },
            { name: 'tool', path: null, status: 'missing', value_redacted: null },
            { name: 'description', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'yes',
        },
        {
          question: 'when',
          fields: [
            { name: 'time', path: '/ts', status: 'present', value_redacted: '2026-01-15T10:00:00Z' },
            { name: 'requested_at', path: null, status: 'missing', value_redacted: null },
            { name: 'expires_at', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'yes',
        },
        {
          question: 'why',
          fields: [
            { name: 'decision_ref', path: null, status: 'missing', value_redacted: null },
            { name: 'reason', path: null, status: 'missing', value_redacted: null },
            { name: 'quote', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'how_much',
          fields: [
            { name: 'amount', path: null, status: 'missing', value_redacted: null },
            { name: 'asset', path: null, status: 'missing', value_redacted: null },
            { name: 'fee', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'to_whom',
          fields: [
            { name: 'payee', path: null, status: 'missing', value_redacted: null },
            { name: 'merchant', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'where_settled',
          fields: [
            { name: 'network', path: null, status: 'missing', value_redacted: null },
            { name: 'transaction', path: null, status: 'missing', value_redacted: null },
            { name: 'block', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'authorised_by',
          fields: [
            { name: 'approver', path: null, status: 'missing', value_redacted: null },
            { name: 'clearance', path: null, status: 'missing', value_redacted: null },
            { name: 'decision_ref', path: null, status: 'missing', value_redacted: null },
            { name: 'policy', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'result',
          fields: [
            { name: 'status', path: null, status: 'missing', value_redacted: null },
            { name: 'decision', path: '/decision', status: 'present', value_redacted: 'allow' },
            { name: 'response_digest', path: null, status: 'missing', value_redacted: null },
            { name: 'error', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'partly',
        },
        {
          question: 'integrity',
          fields: [
            { name: 'payload_digest', path: null, status: 'missing', value_redacted: null },
            { name: 'request_digest', path: null, status: 'missing', value_redacted: null },
            { name: 'input_digest', path: null, status: 'missing', value_redacted: null },
            { name: 'signature', path: null, status: 'missing', value_redacted: null },
            { name: 'hmac', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'replay',
          fields: [
            { name: 'nonce', path: null, status: 'missing', value_redacted: null },
            { name: 'idempotency', path: null, status: 'missing', value_redacted: null },
            { name: 'expires_at', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
        {
          question: 'retention',
          fields: [
            { name: 'profile', path: null, status: 'missing', value_redacted: null },
            { name: 'version', path: null, status: 'missing', value_redacted: null },
            { name: 'receipt_id', path: null, status: 'missing', value_redacted: null },
            { name: 'verify_url', path: null, status: 'missing', value_redacted: null },
            { name: 'key_url', path: null, status: 'missing', value_redacted: null },
            { name: 'retain_until', path: null, status: 'missing', value_redacted: null },
          ],
          answered: 'no',
        },
      ],
      profiles: [
        {
          profile: 'accounting',
          required: ['payer', 'payee', 'amount', 'asset', 'time', 'transaction', 'resource'],
          present: ['time'],
          missing: ['payer', 'payee', 'amount', 'asset', 'transaction', 'resource'],
          sufficient: false,
        },
        {
          profile: 'dispute',
          required: [
            'payer',
            'payee',
            'amount',
            'asset',
            'time',
            'transaction',
            'resource',
            'request_digest',
            'response_digest',
            'signature',
          ],
          present: ['time'],
          missing: [
            'payer',
            'payee',
            'amount',
            'asset',
            'transaction',
            'resource',
            'request_digest',
            'response_digest',
            'signature',
          ],
          sufficient: false,
        },
        {
          profile: 'security',
          required: ['agent_id', 'action', 'decision_ref', 'nonce', 'signature'],
          present: ['agent_id', 'action'],
          missing: ['decision_ref', 'nonce', 'signature'],
          sufficient: false,
        },
        {
          profile: 'agent_log',
          required: ['agent_id', 'action', 'time', 'decision', 'input_digest'],
          present: ['agent_id', 'action', 'time', 'decision'],
          missing: ['input_digest'],
          sufficient: false,
        },
      ],
      integrity: { digest_present: false, signature_present: false, signature_valid: null, offline_verifiable: false },
      score: 29,
    },
  },
  check: ({ receipt }) => refuseDeep('receipt', receipt),
  run: async ({ receipt: sent, profile }, ctx) => {
    const [{ auditMatrix }, { readReceipt }, { verifySignature }, keys] = await Promise.all([
      import('./audit-matrix.ts'),
      import('#shared/engines/receipt-checks/read-receipt.ts'),
      import('#shared/engines/receipt-checks/verify-signature.ts'),
      ownReceipts(ctx),
    ])
    const receipt = readReceipt(sent)
    if (receipt === null)
      throw invalidFields({
        path: ['receipt'],
        msg: 'Value error, receipt is neither an object, JSON, a header value nor a JWS',
      })
    return auditMatrix({
      receipt,
      profile,
      signature: await verifySignature(receipt, keys),
      nowMs: ctx.now().getTime(),
    })
  },
})
