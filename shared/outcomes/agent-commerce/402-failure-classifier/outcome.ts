import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { decisions, verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { status: 'json', headers: 'json', body: 'json', error: 'json', payment: 'json', attempts: 'json' },
    gives: { decision: 'decision', category: 'text' },
    either: ['status', 'body', 'error', 'headers'],
  },
  input: () =>
    guardInput({
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
  output: () =>
    z.object({
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
  example: exampleFrom(example),
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
