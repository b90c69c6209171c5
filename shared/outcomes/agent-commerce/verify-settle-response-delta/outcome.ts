import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const object = z.looseObject({}).optional()
const text = z.string().nullable()

export const verifySettleResponseDelta = defineOutcome({
  slug: 'verify-settle-response-delta',
  title: 'Verify/settle delta',
  description:
    'Compares a facilitator’s verify and settle answers: settled, failed for good, unknown or contradictory; who, what ' +
    'and how much differ; whether to serve, whether a new signature can pay twice, and what to do next.',
  cents: 2,
  decisions: lintDecisions,
  input: z.object({
    verify: object.describe('/verify response {isValid, invalidReason?, payer?}'),
    settle: object.describe('/settle response {success, errorReason?, transaction, network, payer?, amount?}'),
    requirements: object.describe('PaymentRequirements used'),
    payload: object.describe('PaymentPayload used'),
  }),
  output: z.object({
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
  example: {
    input: {
      verify: { isValid: true, payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66' },
      settle: {
        success: false,
        errorReason: 'settlement_pending',
        transaction: '0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef',
        network: 'eip155:8453',
      },
    },
    output: {
      valid: false,
      decision: 'no-go',
      x402_version: null,
      findings: [
        {
          code: 'VS_UNKNOWN_OUTCOME',
          severity: 'error',
          path: '/settle',
          message: 'Settle did not succeed (settlement_pending), and the transfer may have happened.',
          spec: null,
          fix: 'Poll the chain for the transfer; do not ask for a new payment.',
        },
      ],
      summary: {
        errors: 1,
        warnings: 0,
        infos: 0,
      },
      input_digest: '3bc10d73583427d3bf1ce73bab57d2f5c7ea406318e0bffb41dd96deb1d02034',
      outcome: 'settle_unknown',
      deltas: [
        {
          field: 'validity',
          verify: 'true',
          settle: 'false',
          requirement: null,
          severity: 'error',
        },
      ],
      serve_resource: false,
      resign_safe: false,
      retry: 'poll_chain',
      error_class: 'facilitator',
    },
  },
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
