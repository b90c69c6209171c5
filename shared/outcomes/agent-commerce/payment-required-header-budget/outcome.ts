import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

export const paymentRequiredHeaderBudget = defineOutcome({
  slug: 'payment-required-header-budget',
  title: '402 header budget',
  description:
    'Measures the encoded size of a PAYMENT-REQUIRED header against proxy and client limits, shows what takes the room, ' +
    'and says what to trim and how much it saves.',
  cents: 2,
  pure: true,
  decisions: lintDecisions,
  types: { takes: { body: 'x402-offer', soft_limit: 'json', hard_limit: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    z.object({
      body: z.union([z.looseObject({}), z.string().max(262_144)]).describe('PaymentRequired document'),
      soft_limit: z.int32().min(0).default(8_192).describe('bytes, review above'),
      hard_limit: z.int32().min(0).default(16_384).describe('bytes, no-go above'),
    }),
  output: () =>
    z.object({
      ...lintFields,
      header_name: z.string(),
      json_bytes: z.int().describe('UTF-8 bytes of the minified JSON, key order kept'),
      sent_bytes: z.int().nullable().describe('bytes of the text as sent; null for an object'),
      header_value_bytes: z.int().describe('base64 of it'),
      header_line_bytes: z.int().describe('name, colon, space, value and CRLF'),
      headroom: z.object({ soft: z.int(), hard: z.int() }).describe('limit minus header_line_bytes'),
      contributors: z
        .array(z.object({ path: z.string(), bytes: z.int(), pct: z.number() }))
        .describe('header bytes each part takes, the ten largest; a part may stand inside another'),
      trims: z
        .array(z.object({ path: z.string(), saves_bytes: z.int(), how: z.string() }))
        .describe('each counted alone'),
      platforms: z.array(z.object({ name: z.string(), limit_bytes: z.int(), fits: z.boolean() })),
    }),
  example: exampleFrom(example),
  check: ({ body, soft_limit, hard_limit }) => {
    if (hard_limit < soft_limit)
      throw invalidFields({
        path: ['hard_limit'],
        msg: 'Value error, hard_limit is below soft_limit',
        input: hard_limit,
      })
    refuseDeep('body', body)
  },
  run: async ({ body, soft_limit, hard_limit }) => {
    const { headerBudget } = await import('./header-budget.ts')
    return headerBudget({ body, softLimit: soft_limit, hardLimit: hard_limit })
  },
})
