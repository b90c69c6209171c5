import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { decisions, verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const document = z.union([z.looseObject({}), z.string().max(262_144)]).optional()

export const failureClassifier = defineOutcome({
  slug: '402-failure-classifier',
  title: '402 failure classifier',
  description:
    'Explains why a paid call failed and what the client must do next without paying twice: the settlement header, ' +
    'error codes of the specification and SDKs, texts, the status and earlier attempts. A timeout after sending is ' +
    'unknown, never failed.',
  cents: 2,
  decisions,
  input: guardInput({
    status: z.int().min(100).max(599).optional().describe('HTTP status received'),
    headers: jsonObject(200).optional().describe('response headers'),
    body: document.describe('response body'),
    error: z.string().max(20_000).optional().describe('client or facilitator error text when there was no response'),
    payment: document.describe('payment that was sent'),
    attempts: z
      .array(z.looseObject({}))
      .max(1_000)
      .optional()
      .describe('earlier attempts {at, status, error, payment_nonce}'),
    now: nowInput,
  }),
  output: z.object({
    ...verdictFields,
    category: z.string().describe('what went wrong'),
    confidence: z.number().describe('1 exact code, 0.8 structured hint, 0.5 text pattern, 0.2 guess'),
    money_state: z.enum(['not_moved', 'moved', 'unknown']),
    resign_safe: z.boolean().describe('false whenever the money may have moved'),
    action: z.enum([
      'pay',
      'fix_and_resign',
      'wait_and_retry_same',
      'poll_settlement',
      'top_up',
      'contact_merchant',
      'stop',
    ]),
    retry_after_s: z.int().nullable().describe('advised'),
    evidence: z.array(z.object({ source: z.string(), path: z.string(), value: z.string(), rule: z.string() })),
  }),
  example: {
    input: { error: 'timeout after 30000ms', payment: { x402Version: 2 } },
    output: {
      decision: 'require_confirm',
      reasons: [
        {
          code: 'unknown',
          severity: 'medium',
          message: 'The call failed: unknown. The money may have moved.',
          evidence: [
            {
              source: 'error',
              path: '/error',
              value: '"timeout after 30000ms"',
              rule: 'text:connection',
            },
          ],
        },
      ],
      checks: [
        {
          id: 'payment',
          status: 'pass',
          detail: 'a payment had been sent',
        },
        {
          id: 'settlement',
          status: 'skipped',
          detail: 'no PAYMENT-RESPONSE header',
        },
        {
          id: 'attempts',
          status: 'skipped',
          detail: 'attempts was not given',
        },
      ],
      risk_score: 12,
      next_action:
        'Do not sign a new payment: look the transfer up on chain by its nonce or transaction, or send the same payment again.',
      input_digest: 'e250c83c00e97556d706dcac0b9a7ebb5b32c199a479b28034192631ce88473b',
      ruleset: '402-failure/2026-11-20',
      category: 'unknown',
      confidence: 0.5,
      money_state: 'unknown',
      resign_safe: false,
      action: 'poll_settlement',
      retry_after_s: 2,
      evidence: [
        {
          source: 'error',
          path: '/error',
          value: '"timeout after 30000ms"',
          rule: 'text:connection',
        },
      ],
    },
  },
  check: ({ status, error, body, headers, payment, attempts }) => {
    if (status === undefined && error === undefined && body === undefined)
      throw invalidFields({ path: ['status'], msg: 'Value error, status, error or body is needed' })
    for (const [name, value] of Object.entries({ body, headers, payment, attempts })) refuseDeep(name, value)
  },
  run: async (input, ctx) => {
    const { failureVerdict } = await import('./failure-verdict.ts')
    return failureVerdict(input, instantOf(input.now) ?? ctx.now().getTime())
  },
})
