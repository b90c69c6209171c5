import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const object = z.looseObject({}).optional()
const text = z.string().nullable()

export const verifySettleResponseDelta = defineOutcome({
  slug: 'verify-settle-response-delta',
  title: 'Verify/settle delta',
  description:
    'Compares a facilitator’s verify and settle answers: settled, failed for good, unknown or contradictory; who, what ' +
    'and how much differ; whether to serve, whether a new signature can pay twice, and what to do next.',
  cents: 2,
  pure: true,
  decisions: lintDecisions,
  types: {
    takes: { verify: 'json', settle: 'json', requirements: 'json', payload: 'json' },
    gives: { decision: 'decision' },
    either: ['verify', 'settle'],
  },
  input: () =>
    z.object({
      verify: object.describe('/verify response {isValid, invalidReason?, payer?}'),
      settle: object.describe('/settle response {success, errorReason?, transaction, network, payer?, amount?}'),
      requirements: object.describe('PaymentRequirements used'),
      payload: object.describe('PaymentPayload used'),
    }),
  output: () =>
    z.object({
      ...lintFields,
      outcome: z.enum([
        'settled',
        'verify_rejected',
        'settle_failed',
        'settle_unknown',
        'settled_without_verify',
        'contradiction',
        'incomplete',
      ]),
      deltas: z.array(
        z.object({
          field: z.enum(['payer', 'network', 'amount', 'validity']),
          verify: text,
          settle: text,
          requirement: text,
          severity: z.enum(['error', 'info']).describe('info where all that was told agrees'),
        }),
      ),
      serve_resource: z.boolean().describe('only when settled and nothing differs'),
      resign_safe: z.boolean().describe('signing a new payment cannot pay twice'),
      retry: z.enum(['none', 'same_payload', 'new_payload', 'poll_chain']),
      error_class: z
        .enum(['funds', 'signature', 'time_window', 'mismatch', 'replay', 'network', 'facilitator', 'unknown'])
        .nullable(),
    }),
  example: exampleFrom(example),
  check: ({ verify, settle, requirements, payload }) => {
    if (verify === undefined && settle === undefined)
      throw invalidFields({ path: ['settle'], msg: 'Value error, verify or settle is needed' })
    for (const [name, value] of Object.entries({ verify, settle, requirements, payload })) refuseDeep(name, value)
  },
  run: async (input) => {
    const { verifySettleDelta } = await import('./verify-settle-delta.ts')
    return verifySettleDelta(input)
  },
})
