import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { ownReceipts } from '#shared/outcomes/lib/own-receipts.ts'
import example from './example.json' with { type: 'json' }

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
  types: { takes: { receipt: 'receipt', profile: 'audit-profile' }, gives: { matrix: 'json' } },
  input: () =>
    z.object({
      receipt: z
        .union([z.looseObject({}), z.string().max(262_144)])
        .describe('receipt, settlement response, offer-receipt artifact, or log line'),
      profile: z
        .enum(['all', ...profiles])
        .default('all')
        .describe('purpose'),
    }),
  output: () =>
    z.object({
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
        z.object({
          profile: z.enum(profiles),
          required: names,
          present: names,
          missing: names,
          sufficient: z.boolean(),
        }),
      ),
      integrity: z.object({
        digest_present: z.boolean(),
        signature_present: z.boolean(),
        signature_valid: z.boolean().nullable(),
        offline_verifiable: z.boolean(),
      }),
      score: z.int().min(0).max(100).describe('answered yes counts whole, partly half'),
    }),
  example: exampleFrom(example),
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
