import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

export const paymentRequiredHeaderBudget = defineOutcome({
  slug: 'payment-required-header-budget',
  title: '402 header budget',
  description:
    'Measures the encoded size of a PAYMENT-REQUIRED header against proxy and client limits, shows what takes the room, ' +
    'and says what to trim and how much it saves.',
  cents: 2,
  decisions: lintDecisions,
  input: z.object({
    body: z.union([z.looseObject({}), z.string().max(262_144)]).describe('PaymentRequired document'),
    soft_limit: z.int32().min(0).default(8_192).describe('bytes, review above'),
    hard_limit: z.int32().min(0).default(16_384).describe('bytes, no-go above'),
  }),
  output: z.object({
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
  example: {
    input: {
      body: {
        x402Version: 2,
        resource: { url: 'https://api.example.com/search' },
        accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '20000' }],
      },
      soft_limit: 160,
    },
    output: {
      valid: true,
      decision: 'review',
      x402_version: 2,
      findings: [
        {
          code: 'HB_OVER_SOFT',
          severity: 'warning',
          path: '',
          message: 'The header line has 208 bytes, 48 over the soft limit of 160.',
          spec: null,
          fix: 'Nothing in it is known to be idle: shorten what contributors lists first, or offer fewer ways to pay.',
        },
        {
          code: 'HB_ECHOED',
          severity: 'info',
          path: '/extensions',
          message: 'Clients echo resource and extensions, so the paid request is about as large.',
          spec: null,
          fix: null,
        },
      ],
      summary: {
        errors: 0,
        warnings: 1,
        infos: 1,
      },
      input_digest: '4f94531f0b821e72a600b07b2e0c43ea454c940a12e1d924f8bce229bb9e44ed',
      header_name: 'PAYMENT-REQUIRED',
      json_bytes: 141,
      sent_bytes: null,
      header_value_bytes: 188,
      header_line_bytes: 208,
      headroom: {
        soft: -48,
        hard: 16176,
      },
      contributors: [
        {
          path: '/accepts',
          bytes: 96,
          pct: 51.1,
        },
        {
          path: '/accepts/0',
          bytes: 76,
          pct: 41.8,
        },
        {
          path: '/resource',
          bytes: 68,
          pct: 36.9,
        },
        {
          path: '/resource/url',
          bytes: 48,
          pct: 27,
        },
        {
          path: '/accepts/0/network',
          bytes: 32,
          pct: 17,
        },
        {
          path: '/accepts/0/amount',
          bytes: 20,
          pct: 12.1,
        },
        {
          path: '/accepts/0/scheme',
          bytes: 20,
          pct: 12.1,
        },
        {
          path: '/x402Version',
          bytes: 20,
          pct: 11.3,
        },
      ],
      trims: [],
      platforms: [
        {
          name: 'nginx, one header line',
          limit_bytes: 8192,
          fits: true,
        },
        {
          name: 'Node.js, all headers together',
          limit_bytes: 16384,
          fits: true,
        },
        {
          name: 'AWS ALB, one header line',
          limit_bytes: 16384,
          fits: true,
        },
        {
          name: 'Cloudflare, all headers together',
          limit_bytes: 131072,
          fits: true,
        },
      ],
    },
  },
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
